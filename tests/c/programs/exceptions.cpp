// SPDX-License-Identifier: Apache-2.0
// Inputs travel in exceptions, through functions that clean up on the way.
#include <cuttle/cuttle.h>

#include <stdexcept>
#include <string>

struct Guard {
  explicit Guard(int& count) : count_(count) { ++count_; }
  ~Guard() { --count_; }
  int& count_;
};

static int depth = 0;

static void check(int x) {
  Guard guard(depth);
  if (x < 0) throw std::out_of_range("negative");
  if (x > 100) throw x - 100;
}

int main() {
  int x;
  CUTTLE_input(x);
  try {
    check(x);
  } catch (int beyond) {
    if (beyond == 5555) return 1;
  } catch (const std::exception& error) {
    CUTTLE_assert(std::string(error.what()) == "negative");
    if (x == -77) return 2;
  }
  CUTTLE_assert(depth == 0);
  return 0;
}
// expect: paths == 5
// expect: exhausted
