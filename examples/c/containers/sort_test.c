// SPDX-License-Identifier: Apache-2.0
// run: --function check_sort --array a:n --cflags -DSORT=quick_sort
// run: --function check_sort --array a:n --cflags -DSORT=heap_sort
// Arrays of up to four ints come out sorted, with the same elements: whatever number one looks for,
// it is there as often as before.
#include "sort.h"

#include <cuttle/cuttle.h>

#ifndef SORT
#define SORT quick_sort
#endif

static int count(const int *a, int n, int value) {
  int found = 0;
  for (int i = 0; i < n; i++) found += a[i] == value;
  return found;
}

void check_sort(int *a, int n, int value) {
  int before = count(a, n, value);
  SORT(a, n);
  CUTTLE_assert(count(a, n, value) == before);
  for (int i = 1; i < n; i++) CUTTLE_assert(a[i - 1] <= a[i]);
}
// expect: incomplete max-length
// expect: branches all
