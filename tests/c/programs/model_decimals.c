// SPDX-License-Identifier: Apache-2.0
// Decimal fractions are read exactly when they have few digits.
#include <cuttle/cuttle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[5];
  double value;
  CUTTLE_input(text);
  text[4] = 0;
  value = strtod(text, NULL);
  if (value == 2.25) CUTTLE_assert(0);  // bug: assertion
  if (sscanf(text, "x%lf", &value) == 1 && value < -0.5) return 1;
  return 0;
}
// expect: branches all
