// SPDX-License-Identifier: Apache-2.0
// Choices without a branch become part of the condition that uses them.
#include <cuttle/cuttle.h>

static int max(int a, int b) { return a > b ? a : b; }

int main(void) {
  int a, b, c;
  CUTTLE_input(a);
  CUTTLE_input(b);
  CUTTLE_input(c);
  CUTTLE_assert(max(max(a, b), c) != 77 || a + b + c != 200);  // bug: assertion
  return 0;
}
// expect: exhausted
