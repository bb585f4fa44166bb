// SPDX-License-Identifier: Apache-2.0
// The same bytes seen as different types.
#include <cuttle/cuttle.h>
#include <stdint.h>

int main(void) {
  union {
    uint32_t word;
    uint8_t bytes[4];
    struct {
      uint16_t low, high;
    } half;
  } u;
  CUTTLE_input(u.word);
  if (u.bytes[0] == 0x11 && u.bytes[3] == 0x44)
    if (u.half.low == 0x2211)
      if (u.half.high - u.bytes[1] == 0x4411) return 1;
  return 0;
}
// expect: paths == 5
// expect: exhausted
