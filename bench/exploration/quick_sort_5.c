// SPDX-License-Identifier: Apache-2.0
// Quicksort of five ints, the last element as pivot.
#include <cuttle/cuttle.h>

enum { N = 5 };

static void quick_sort(int* a, int low, int high) {
  if (low >= high) return;
  int pivot = a[high];
  int store = low;
  for (int i = low; i < high; i++) {
    if (a[i] < pivot) {
      int held = a[i];
      a[i] = a[store];
      a[store] = held;
      store++;
    }
  }
  a[high] = a[store];
  a[store] = pivot;
  quick_sort(a, low, store - 1);
  quick_sort(a, store + 1, high);
}

int main(void) {
  int a[N];
  CUTTLE_input_array(a, N);
  quick_sort(a, 0, N - 1);
  for (int i = 0; i + 1 < N; i++) CUTTLE_assert(a[i] <= a[i + 1]);
  return 0;
}
