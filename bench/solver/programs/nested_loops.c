// SPDX-License-Identifier: Apache-2.0
// Two loops with bounds from the input, and a condition on a sum.
#include <cuttle/cuttle.h>

enum { N = 12 };

int main(void) {
  int outer, inner, x;
  CUTTLE_input(outer);
  CUTTLE_input(inner);
  CUTTLE_input(x);
  for (int i = 0; i < N && i < outer; i++) {
    for (int j = 0; j < N && j < inner; j++) {
      if ((unsigned)x + (unsigned)(i * N + j) == 1000) return 1;
    }
  }
  return 0;
}
