// SPDX-License-Identifier: Apache-2.0
// Two pointers meet though the program never compares them; two indices as well.
// run: --function test --array a:8
#include <cuttle/cuttle.h>

int test(int *p, int *q, int *a, unsigned char i, unsigned char j) {
  CUTTLE_assume(p && q && i < 8 && j < 8);
  *p = 0;
  *q = 1;
  if (*p == 1) {
    a[i] = 0;
    a[j] = 1;
    CUTTLE_assert(a[i] == 0);  // bug: assertion
  }
  return 0;
}
// expect: exhausted
// expect: input q = &int1
