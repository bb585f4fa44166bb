// SPDX-License-Identifier: Apache-2.0
// Addition, subtraction and multiplication wrap around as the machine does.
#include <cuttle/cuttle.h>
#include <limits.h>

int main(void) {
  unsigned a, b;
  CUTTLE_input(a);
  CUTTLE_input(b);
  if (a > 4000000000u && a + b == 7) {
    if (a * 3 == 12345u) return 1;
    if (b - a > 0x80000000u) return 2;
  }
  CUTTLE_assert(a - 1 < a || b != 99);  // bug: assertion
  return 0;
}
// expect: exhausted
// expect: input a = 0
// expect: input b = 99
