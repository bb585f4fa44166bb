// SPDX-License-Identifier: Apache-2.0
// Recursion without end.
#include <cuttle/cuttle.h>

static int deep(int x) {
  volatile char frame[4096];
  frame[0] = (char)x;  // bug: segfault
  return deep(x + 1) + frame[0];
}

int main(void) {
  int x;
  CUTTLE_input(x);
  if (x == 13) return deep(x);
  return 0;
}
// expect: exhausted
// expect: stdout stack overflow
