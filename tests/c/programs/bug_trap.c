// SPDX-License-Identifier: Apache-2.0
// __builtin_trap().
#include <cuttle/cuttle.h>

int main(void) {
  int x;
  CUTTLE_input(x);
  if (x == -7) __builtin_trap();  // bug: abort
  return 0;
}
// expect: exhausted
