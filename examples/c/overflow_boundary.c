// SPDX-License-Identifier: Apache-2.0
// What goes wrong only at the edges of the types: the absolute value of the smallest integer, a
// midpoint whose sum wraps around, an unsigned comparison with a negative number.
#include <cuttle/cuttle.h>

static int absolute(int x) { return x < 0 ? (int)(0u - (unsigned)x) : x; }
static unsigned middle(unsigned low, unsigned high) { return (low + high) / 2; }

int main(void) {
  int x;
  unsigned low, high;
  CUTTLE_input(x);
  CUTTLE_assert(absolute(x) >= 0);  // bug: assertion
  CUTTLE_input(low);
  CUTTLE_input(high);
  CUTTLE_assume(low <= high);
  CUTTLE_assert(middle(low, high) >= low);  // bug: assertion
  return 0;
}
// expect: exhausted
