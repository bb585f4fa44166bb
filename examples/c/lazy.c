// SPDX-License-Identifier: Apache-2.0
// Two errors, one behind a quadratic condition (-3 is an input that fulfils it) and one behind a
// simple one that a tool must not forget when it gives up on the first.
#include <cuttle/cuttle.h>

static void f(int x) {
  int z = x * x + (x % 2);
  if (z == 8) CUTTLE_assert(!"z == 8");    // bug: assertion
  if (x == 10) CUTTLE_assert(!"x == 10");  // bug: assertion
}

int main(void) {
  int x;
  CUTTLE_input(x);
  f(x);
  return 0;
}
// expect: runs <= 4
// expect: paths == 3
// expect: exhausted
// expect: branches all
