// SPDX-License-Identifier: Apache-2.0
// Conversions, rounding, square roots, absolute values.
#include <cuttle/cuttle.h>
#include <math.h>

int main(void) {
  int n;
  float f;
  CUTTLE_input(n);
  CUTTLE_input(f);
  CUTTLE_assume(n >= 0 && n <= 1000);
  CUTTLE_assume(f >= -100.0f && f <= 100.0f);
  if (sqrt((double)n) == 12.0) return 1;
  if (floor(f) == 41.0 && ceilf(f) == 42.0f) return 2;
  if (fabs(f) == 7.25) return 3;
  if ((int)f == -8 && f != -8.0f) return 4;
  if (fmaf(f, 2.0f, 1.0f) == 12.0f) return 5;
  if (fmax(f, 90.0f) > 95.0f) return 6;
  return 0;
}
// expect: paths == 9
// expect: branches all
// expect: exhausted
