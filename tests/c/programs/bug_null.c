// SPDX-License-Identifier: Apache-2.0
// An access through a null pointer.
#include <cuttle/cuttle.h>
#include <stddef.h>

int main(void) {
  int x, value = 3;
  CUTTLE_input(x);
  int *volatile p = x == 5 ? NULL : &value;
  int *q = p;
  return *q;  // bug: segfault
}
