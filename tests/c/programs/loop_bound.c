// SPDX-License-Identifier: Apache-2.0
// One path per number of iterations.
#include <cuttle/cuttle.h>

int main(void) {
  unsigned char n;
  CUTTLE_input(n);
  unsigned sum = 0;
  for (unsigned i = 0; i < n; ++i) sum += i;
  CUTTLE_assert(sum != 300);  // bug: assertion
  return 0;
}
// expect: paths == 256
// expect: exhausted
