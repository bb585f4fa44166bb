// SPDX-License-Identifier: Apache-2.0
// Factors of a number, both large enough.
#include <cuttle/cuttle.h>

int main(void) {
  unsigned x, y;
  CUTTLE_input(x);
  CUTTLE_input(y);
  if (x * y != 1234567) return 0;
  if (x <= 1000) return 1;
  if (y <= 1000) return 2;
  return 3;
}
