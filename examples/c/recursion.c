// SPDX-License-Identifier: Apache-2.0
// Ackermann's function, called with inputs: the depth of the recursion is found, not given.
#include <cuttle/cuttle.h>

static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
  unsigned m, n;
  CUTTLE_input(m);
  CUTTLE_input(n);
  CUTTLE_assume(m <= 2 && n <= 3);
  CUTTLE_assert(ackermann(m, n) != 7);  // bug: assertion
  return 0;
}
// expect: exhausted
// expect: branches all
