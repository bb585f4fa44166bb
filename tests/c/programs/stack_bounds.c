// SPDX-License-Identifier: Apache-2.0
// One index is beyond the end of an array on the stack.
#include <cuttle/cuttle.h>

__attribute__((noinline)) static void put(char *to, unsigned index) {
  to[index] = 1;  // bug: out-of-bounds
}

int main(void) {
  char flags[10] = {0};
  unsigned char i;
  CUTTLE_input(i);
  if (i <= 10) put(flags, i);
  return flags[2];
}
// expect: unconfirmed
// expect: exhausted
