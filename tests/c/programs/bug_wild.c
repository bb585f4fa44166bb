// SPDX-License-Identifier: Apache-2.0
// An access through a pointer that leads nowhere.
#include <cuttle/cuttle.h>
#include <stdint.h>

int main(void) {
  int x;
  CUTTLE_input(x);
  if (x == 77) {
    volatile char *p = (volatile char *)(uintptr_t)0xdead0000beefull;
    *p = 1;  // bug: segfault
  }
  return 0;
}
// expect: exhausted
