// SPDX-License-Identifier: Apache-2.0
// Heap sort of five ints.
#include <cuttle/cuttle.h>

enum { N = 5 };

static void sift_down(int* a, int root, int end) {
  for (;;) {
    int child = 2 * root + 1;
    if (child >= end) return;
    if (child + 1 < end && a[child] < a[child + 1]) child++;
    if (a[root] >= a[child]) return;
    int held = a[root];
    a[root] = a[child];
    a[child] = held;
    root = child;
  }
}

int main(void) {
  int a[N];
  CUTTLE_input_array(a, N);
  for (int i = N / 2 - 1; i >= 0; i--) sift_down(a, i, N);
  for (int end = N - 1; end > 0; end--) {
    int held = a[0];
    a[0] = a[end];
    a[end] = held;
    sift_down(a, 0, end);
  }
  for (int i = 0; i + 1 < N; i++) CUTTLE_assert(a[i] <= a[i + 1]);
  return 0;
}
