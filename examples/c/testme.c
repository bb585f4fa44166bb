// SPDX-License-Identifier: Apache-2.0
// The first example of the CUTE paper: the error needs two inputs that fit each other.
//
//   cuttle run examples/c/testme.c
#include <cuttle/cuttle.h>

static int f(int v) { return 2 * v + 1; }

static void testme(int x, int v) {
  if (x > 0)
    if (f(x) == v) CUTTLE_assert(!"f(x) == v");  // bug: assertion
}

int main(void) {
  int x, v;
  CUTTLE_input(x);
  CUTTLE_input(v);
  testme(x, v);
  return 0;
}
// expect: runs <= 5
// expect: paths == 3
// expect: exhausted
// expect: branches all
