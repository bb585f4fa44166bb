// SPDX-License-Identifier: Apache-2.0
// Two functions that call each other.
#include <cuttle/cuttle.h>

static int even(unsigned char n);
static int odd(unsigned char n) { return n == 0 ? 0 : even(n - 1); }
static int even(unsigned char n) { return n == 0 ? 1 : odd(n - 1); }

int main(void) {
  unsigned char n;
  CUTTLE_input(n);
  CUTTLE_assume(n <= 20);
  if (even(n)) return 1;
  return 0;
}
// expect: paths == 21
// expect: exhausted
