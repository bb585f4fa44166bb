// SPDX-License-Identifier: Apache-2.0
// Memory of a size that is an input: one byte too few is found.
#include <cuttle/cuttle.h>
#include <stdlib.h>

int main(void) {
  unsigned char n;
  CUTTLE_input(n);
  if (n < 12) return 1;
  char *p = malloc(n);
  if (!p) return 2;
  p[12] = 1;  // bug: out-of-bounds
  free(p);
  return 0;
}
// expect: unconfirmed
