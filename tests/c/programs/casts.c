// SPDX-License-Identifier: Apache-2.0
// Widening, narrowing and changes of sign.
#include <cuttle/cuttle.h>
#include <stdint.h>

int main(void) {
  int32_t x;
  uint8_t y;
  CUTTLE_input(x);
  CUTTLE_input(y);
  if ((int8_t)x == -1 && x > 1000)
    if ((uint16_t)x == 0x12ff)
      if ((int64_t)(int8_t)y < -100)
        CUTTLE_assert((uint32_t)x < 0x70000000u);  // bug: assertion
  return 0;
}
// expect: exhausted
// expect: branches all
