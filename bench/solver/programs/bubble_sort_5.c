// SPDX-License-Identifier: Apache-2.0
// Bubble sort of five ints.
#include <cuttle/cuttle.h>

enum { N = 5 };

int main(void) {
  int a[N];
  CUTTLE_input_array(a, N);
  for (int end = N; end > 1; end--) {
    for (int i = 0; i + 1 < end; i++) {
      if (a[i] > a[i + 1]) {
        int held = a[i];
        a[i] = a[i + 1];
        a[i + 1] = held;
      }
    }
  }
  return 0;
}
