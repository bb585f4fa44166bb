// SPDX-License-Identifier: Apache-2.0
// Runs that break an assumption are not tests.
#include <cuttle/cuttle.h>

int main(void) {
  int x;
  CUTTLE_input(x);
  CUTTLE_assume(x > 10);
  CUTTLE_assume(x < 20);
  if (x % 2 == 0) return 1;
  CUTTLE_assert(x != 17);  // bug: assertion
  return 0;
}
// expect: exhausted
// expect: paths == 3
// expect: rejected <= 2
