// SPDX-License-Identifier: Apache-2.0
// Bitwise operations.
#include <cuttle/cuttle.h>

int main(void) {
  unsigned x, y;
  CUTTLE_input(x);
  CUTTLE_input(y);
  if ((x & 0xff00) == 0x4200)
    if ((x | y) == 0xffffffffu)
      if ((x ^ y) == 0x0fffffffu)
        if (~x % 2 == 0) return 1;
  return 0;
}
// expect: exhausted
// expect: branches all
