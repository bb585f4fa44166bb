/* SPDX-License-Identifier: Apache-2.0 */
/* Insertion sort with its postcondition. */
#include <cuttle/cuttle.h>

#define N 4

int main(void) {
  int a[N];
  CUTTLE_input_array(a, N);
  for (int i = 1; i < N; ++i) {
    int key = a[i], j = i;
    while (j > 0 && a[j - 1] > key) {
      a[j] = a[j - 1];
      --j;
    }
    a[j] = key;
  }
  for (int i = 1; i < N; ++i) CUTTLE_assert(a[i - 1] <= a[i]);
  return 0;
}
