// SPDX-License-Identifier: Apache-2.0
// What fails only in a build as users make it, without optimisation, is a bug as well.
#include <cuttle/cuttle.h>
#include <stddef.h>

static void end(void) {
#ifndef __OPTIMIZE__
  *(volatile int *)NULL = 1;  // bug: segfault
#endif
}

int main(void) {
  int x;
  CUTTLE_input(x);
  if (x == 3) end();
  return 0;
}
// expect: exhausted
