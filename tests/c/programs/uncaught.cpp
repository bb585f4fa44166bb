// SPDX-License-Identifier: Apache-2.0
// An exception that nobody catches is a bug, where it is thrown.
#include <cuttle/cuttle.h>

#include <stdexcept>

int main() {
  int x;
  CUTTLE_input(x);
  if (x == 4711) throw std::runtime_error("unexpected");  // bug: uncaught-exception
  return 0;
}
// expect: paths == 2
// expect: exhausted
