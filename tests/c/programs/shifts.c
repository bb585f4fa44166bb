// SPDX-License-Identifier: Apache-2.0
// Shifts by constants and by inputs.
#include <cuttle/cuttle.h>

int main(void) {
  unsigned x;
  int y;
  unsigned char n;
  CUTTLE_input(x);
  CUTTLE_input(y);
  CUTTLE_input(n);
  CUTTLE_assume(n < 32);
  if ((x << n) == 0xa0000000u && n > 3) {
    if ((y >> n) == -5) {
      if ((x >> 28) == 3) return 1;
      return 2;
    }
  }
  return 0;
}
// expect: exhausted
// expect: branches all
