// SPDX-License-Identifier: Apache-2.0
// Divisions, and the bug that each may be.
#include <cuttle/cuttle.h>

int main(void) {
  int a, b;
  unsigned c;
  CUTTLE_input(a);
  CUTTLE_input(b);
  CUTTLE_input(c);
  if (b == -1) return 3;
  int q = a / b;  // bug: division-by-zero
  int r = a % 7;
  if (q == -3 && r == -2) return 1;
  unsigned m = 100 % c;  // bug: division-by-zero
  if (m == 30) return 2;
  return 0;
}
// expect: branches all
