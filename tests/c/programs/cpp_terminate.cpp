// SPDX-License-Identifier: Apache-2.0
// An exception that leaves a function which promised not to throw.
#include <cuttle/cuttle.h>

#include <stdexcept>

static int check(int x) noexcept {
  if (x == 77) throw std::runtime_error("no");  // bug: uncaught-exception
  return x;
}

int main() {
  int x;
  CUTTLE_input(x);
  return check(x) == 5;
}
// expect: exhausted
