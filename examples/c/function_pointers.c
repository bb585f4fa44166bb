// SPDX-License-Identifier: Apache-2.0
// Calls through a table of functions: one input chooses the function, another one is its argument.
// Each function that can be called is called.
#include <cuttle/cuttle.h>

static int twice(int x) { return x + x; }
static int square(int x) { return x * x; }
static int negative(int x) { return -x; }

static int (*const operations[])(int) = {twice, square, negative};

int main(void) {
  unsigned char which;
  int x;
  CUTTLE_input(which);
  CUTTLE_input(x);
  CUTTLE_assume(which < 3);
  if (operations[which](x) == 25) CUTTLE_assert(!"25");  // bug: assertion
  return 0;
}
// expect: paths == 5
// expect: exhausted
// expect: lines all
