// SPDX-License-Identifier: Apache-2.0
// Insertion sort of six ints: 720 paths.
#include <cuttle/cuttle.h>

enum { N = 6 };

int main(void) {
  int a[N];
  CUTTLE_input_array(a, N);
  for (int i = 1; i < N; i++) {
    int held = a[i];
    int j = i;
    while (j > 0 && a[j - 1] > held) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = held;
  }
  for (int i = 0; i + 1 < N; i++) CUTTLE_assert(a[i] <= a[i + 1]);
  return 0;
}
