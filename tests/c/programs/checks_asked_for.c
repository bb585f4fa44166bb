// SPDX-License-Identifier: Apache-2.0
// Mistakes that are looked for on demand.
// run: --detect signed-overflow,shift,cast --detect nan
#include <cuttle/cuttle.h>

int main(void) {
  int a, by;
  short s;
  double d;
  CUTTLE_input(a);
  CUTTLE_input(by);
  CUTTLE_input(s);
  CUTTLE_input(d);
  int sum = a + 1000;     // bug: overflow
  int shifted = 1 << by;  // bug: overflow
  signed char c = s;      // bug: overflow
  CUTTLE_assume(d >= -8 && d <= 8);
  double quotient = d / (d * 2);  // bug: overflow
  return (sum == 7) ^ (shifted == 8) ^ (c == 7) ^ (quotient > 1);
}
// expect: unconfirmed
