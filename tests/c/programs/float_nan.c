// SPDX-License-Identifier: Apache-2.0
// A comparison that is false for what is not a number.
#include <cuttle/cuttle.h>

static float clamp(float x) {
  if (x < -1.0f) return -1.0f;
  if (x > 1.0f) return 1.0f;
  return x;
}

int main(void) {
  float x;
  CUTTLE_input(x);
  float y = clamp(x);
  CUTTLE_assert(y >= -1.0f && y <= 1.0f);  // bug: assertion
  return 0;
}
// expect: exhausted
