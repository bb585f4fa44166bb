// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sorting an array of ints in place.

static inline void swap_ints(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

static inline void quick_sort(int *a, int n) {
  while (n > 1) {
    int pivot = a[n / 2], low = 0, high = n - 1;
    while (low <= high) {
      while (a[low] < pivot) low++;
      while (pivot < a[high]) high--;
      if (low <= high) swap_ints(&a[low++], &a[high--]);
    }
    quick_sort(a, high + 1);
    a += low;
    n -= low;
  }
}

static inline void sift_down(int *a, int from, int n) {
  for (;;) {
    int child = 2 * from + 1;
    if (child >= n) return;
    if (child + 1 < n && a[child] < a[child + 1]) child++;
    if (!(a[from] < a[child])) return;
    swap_ints(&a[from], &a[child]);
    from = child;
  }
}

static inline void heap_sort(int *a, int n) {
  for (int i = n / 2 - 1; i >= 0; i--) sift_down(a, i, n);
  for (int i = n - 1; i > 0; i--) {
    swap_ints(&a[0], &a[i]);
    sift_down(a, 0, i);
  }
}
