// SPDX-License-Identifier: Apache-2.0
// run: --function check_quick_sort --array a:n
// Arrays of up to four ints come out sorted.
#include "sort.h"

#include <cuttle/cuttle.h>

void check_quick_sort(int *a, int n) {
  quick_sort(a, n);
  for (int i = 1; i < n; i++) CUTTLE_assert(a[i - 1] <= a[i]);
}
// expect: incomplete max-length
// expect: branches all
