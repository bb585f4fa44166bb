// SPDX-License-Identifier: Apache-2.0
// Arithmetic that is not linear. Machine integers have a fixed width, so it is decidable, and
// Cuttle decides it.
#include <cuttle/cuttle.h>

static int g(int x) { return x * x + (x % 2); }

static void f(int x, int y) {
  int z = g(x);
  if (y == z)
    if (x > 100) CUTTLE_assert(!"y == g(x)");  // bug: assertion
}

int main(void) {
  int x, y;
  CUTTLE_input(x);
  CUTTLE_input(y);
  f(x, y);
  return 0;
}
// expect: runs <= 4
// expect: paths == 3
// expect: exhausted
// expect: branches all
