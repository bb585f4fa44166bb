// SPDX-License-Identifier: Apache-2.0
// A loop that does not end for one input.
// run: --run-timeout 1
#include <cuttle/cuttle.h>

static void wait_for_ever(void) {  // bug: timeout
  for (volatile int i = 0;; ++i) {
  }
}

int main(void) {
  int x;
  CUTTLE_input(x);
  if (x == 6) wait_for_ever();
  return 0;
}
// expect: exhausted
