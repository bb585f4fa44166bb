// SPDX-License-Identifier: Apache-2.0
// An input that is read twice is two inputs.
#include <cuttle/cuttle.h>

static int next(void) {
  int x;
  CUTTLE_input(x);
  return x;
}

int main(void) {
  if (next() == 1)
    if (next() == 2)
      CUTTLE_assert(next() != 3);  // bug: assertion
  return 0;
}
// expect: exhausted
// expect: paths == 4
// expect: input x = 1
// expect: input x#2 = 2
// expect: input x#3 = 3
