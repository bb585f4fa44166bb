// SPDX-License-Identifier: Apache-2.0
// Code that is not instrumented calls back: conditions in the callback are still seen.
#include <cuttle/cuttle.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  unsigned char x = *(const unsigned char *)a, y = *(const unsigned char *)b;
  if (x < y) return -1;
  if (x > y) return 1;
  return 0;
}

int main(void) {
  unsigned char a[3];
  CUTTLE_input_array(a, 3);
  qsort(a, 3, 1, compare);
  CUTTLE_assert(a[0] <= a[1] && a[1] <= a[2]);
  if (a[0] == 5 && a[1] == 9 && a[2] == 200) return 1;
  return 0;
}
// expect: bugs == 0
// expect: exhausted
