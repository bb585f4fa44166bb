// SPDX-License-Identifier: Apache-2.0
// Freed behind three conditions, used afterwards.
#include <cuttle/cuttle.h>
#include <stdlib.h>

int main(void) {
  int a, b, c;
  CUTTLE_input(a);
  CUTTLE_input(b);
  CUTTLE_input(c);
  int *p = malloc(4 * sizeof(int));
  if (!p) return 1;
  if (a == 7)
    if (b > a)
      if (c == a + b) free(p);
  p[2] = a;  // bug: use-after-free
  return 0;
}
// expect: unconfirmed
// expect: exhausted
