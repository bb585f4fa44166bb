// SPDX-License-Identifier: Apache-2.0
// Two indices, or two pointers, may mean the same place.
#include <cuttle/cuttle.h>

int main(void) {
  static int a[6];
  unsigned char i, j;
  CUTTLE_input(i);
  CUTTLE_input(j);
  CUTTLE_assume(i < 6 && j < 6);
  a[i] = 0;
  a[j] = 1;
  int *p = &a[i], *q = &a[j];
  *p += 2;
  CUTTLE_assert(*q != 3);  // bug: assertion
  return 0;
}
// expect: exhausted
// expect: branches all
