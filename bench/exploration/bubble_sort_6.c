// SPDX-License-Identifier: Apache-2.0
// Bubble sort of six ints: one path per ordering that the comparisons tell apart, 720.
#include <cuttle/cuttle.h>

enum { N = 6 };

int main(void) {
  int a[N];
  CUTTLE_input_array(a, N);
  for (int i = 0; i < N; i++) {
    for (int j = 0; j + 1 < N - i; j++) {
      if (a[j] > a[j + 1]) {
        int held = a[j];
        a[j] = a[j + 1];
        a[j + 1] = held;
      }
    }
  }
  for (int i = 0; i + 1 < N; i++) CUTTLE_assert(a[i] <= a[i + 1]);
  return 0;
}
