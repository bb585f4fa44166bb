// SPDX-License-Identifier: Apache-2.0
// run: --function check_quick_sort --array a:n
// run: --function check_heap_sort --array a:n
// Arrays of up to four ints come out sorted, with the same elements.
#include "sort.h"

#include <cuttle/cuttle.h>

static void check_sorted(const int *a, int n, unsigned sum) {
  for (int i = 0; i < n; i++) sum -= (unsigned)a[i];
  CUTTLE_assert(sum == 0);
  for (int i = 1; i < n; i++) CUTTLE_assert(a[i - 1] <= a[i]);
}

static unsigned sum_of(const int *a, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) sum += (unsigned)a[i];
  return sum;
}

void check_quick_sort(int *a, int n) {
  unsigned sum = sum_of(a, n);
  quick_sort(a, n);
  check_sorted(a, n, sum);
}

void check_heap_sort(int *a, int n) {
  unsigned sum = sum_of(a, n);
  heap_sort(a, n);
  check_sorted(a, n, sum);
}
// expect: incomplete max-length
