// SPDX-License-Identifier: Apache-2.0
// Calls through a table of functions. An input chooses the function, another one its argument.
#include <cuttle/cuttle.h>

static int twice(int x) { return x + x; }
static int square(int x) { return x * x; }
static int negative(int x) { return -x; }

int main(void) {
  int (*const operations[])(int) = {twice, square, negative};
  unsigned char which;
  int x;
  CUTTLE_input(which);
  CUTTLE_input(x);
  CUTTLE_assume(which < 3);
  int (*operation)(int) = which == 0 ? operations[0] : which == 1 ? operations[1] : operations[2];
  CUTTLE_assert(operation(x) != 1764);  // bug: assertion
  return 0;
}
// expect: exhausted
