/* SPDX-License-Identifier: Apache-2.0 */
/* 2^12 paths through twelve independent branches. */
#include <cuttle/cuttle.h>

int main(void) {
  unsigned char c[12];
  volatile int sum = 0;
  CUTTLE_input_array(c, 12);
  for (int i = 0; i < 12; ++i)
    if (c[i] > 100) sum += i;
  return sum & 1;
}
