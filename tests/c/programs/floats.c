// SPDX-License-Identifier: Apache-2.0
// A number whose square is close to two: found by the theory of floats.
#include <cuttle/cuttle.h>

int main(void) {
  double x;
  CUTTLE_input(x);
  CUTTLE_assume(x > 0 && x < 10);
  double far = x * x - 2.0;
  if (far < 1e-9 && far > -1e-9) CUTTLE_assert(0);  // bug: assertion
  return 0;
}
// expect: exhausted
