// SPDX-License-Identifier: Apache-2.0
// What the paper could not solve: stores at unknown places that may be the same.
#include <cuttle/cuttle.h>

int main(void) {
  int a[4] = {7, 7, 7, 7};
  unsigned char i, j;
  CUTTLE_input(i);
  CUTTLE_input(j);
  CUTTLE_assume(i < 4);
  CUTTLE_assume(j < 4);
  a[i] = 0;
  a[j] = 1;
  if (a[i] == 0) return 1;
  CUTTLE_assert(i != 2);  // bug: assertion
  return 0;
}
// expect: exhausted
// expect: branches all
