// SPDX-License-Identifier: Apache-2.0
// Integers of 128 bits.
#include <cuttle/cuttle.h>

int main(void) {
  unsigned long a, b;
  CUTTLE_input(a);
  CUTTLE_input(b);
  unsigned __int128 product = (unsigned __int128)a * 3 + b;
  if ((unsigned long)(product >> 64) == 2)
    if ((unsigned long)product == 0x1234) return 1;
  __int128 difference = (__int128)(long)a - (long)b;
  if (difference < -((__int128)1 << 63)) return 2;
  return 0;
}
// expect: paths == 5
// expect: branches all
// expect: exhausted
