// SPDX-License-Identifier: Apache-2.0
// Sorted by libc's name, followed through the comparison function: one path per order.
#include <cuttle/cuttle.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  const int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  int v[3];
  CUTTLE_input_array(v, 3);
  qsort(v, 3, sizeof(int), compare);
  CUTTLE_assert(v[0] <= v[1] && v[1] <= v[2]);
  CUTTLE_assert(!(v[0] == 10 && v[1] == 20 && v[2] == 15 + 15));  // bug: assertion
  return 0;
}
// expect: exhausted
