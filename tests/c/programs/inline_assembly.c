// SPDX-License-Identifier: Apache-2.0
// Assembly is not followed, which is said; what only hides a value from the compiler is.
#include <cuttle/cuttle.h>

int main(void) {
  int x, y;
  CUTTLE_input(x);
  CUTTLE_input(y);
  __asm__ volatile("" : "+r"(y));
  if (y == 1234) return 1;
  __asm__ volatile("addl $1, %0" : "+r"(x));
  if (x == 43) return 2;
  return 0;
}
// expect: paths == 2
// expect: not exhausted
// expect: incomplete inline-assembly
