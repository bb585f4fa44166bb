// SPDX-License-Identifier: Apache-2.0
// Quotients and remainders of 64 bits.
#include <cuttle/cuttle.h>

int main(void) {
  long long x, y;
  CUTTLE_input(x);
  CUTTLE_input(y);
  if (y <= 0) return 0;
  if (x % y != 17) return 1;
  if (x / y <= 1000) return 2;
  if ((unsigned long long)x % 10 != 3) return 3;
  if ((unsigned long long)x / 1000 != 98765) return 4;
  return 5;
}
