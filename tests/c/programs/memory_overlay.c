// SPDX-License-Identifier: Apache-2.0
// Values are written in one width and read in another, at any alignment.
#include <cuttle/cuttle.h>
#include <stdint.h>
#include <string.h>

int main(void) {
  unsigned char bytes[16] = {0};
  uint32_t x;
  uint16_t y;
  uint64_t wide;
  CUTTLE_input(x);
  CUTTLE_input(y);
  memcpy(bytes + 3, &x, sizeof x);
  memmove(bytes + 5, bytes + 3, 4);
  memcpy(bytes + 1, &y, 2);
  memcpy(&wide, bytes + 1, 8);
  if (wide == 0x0004030203020807ull) return 1;
  memset(bytes, y & 0xff, 4);
  uint32_t word;
  memcpy(&word, bytes, 4);
  if (word == 0x2a2a2a2a) return 2;
  return 0;
}
// expect: exhausted
// expect: branches all
