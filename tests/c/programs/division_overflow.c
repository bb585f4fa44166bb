// SPDX-License-Identifier: Apache-2.0
// The quotient that does not fit: INT_MIN / -1.
#include <cuttle/cuttle.h>

int main(void) {
  int a;
  CUTTLE_input(a);
  int q = a / -1;  // bug: overflow
  return q == 5;
}
