// SPDX-License-Identifier: Apache-2.0
// The same memory given back twice.
#include <cuttle/cuttle.h>
#include <stdlib.h>

int main(void) {
  unsigned n;
  CUTTLE_input(n);
  char *p = malloc(10);
  if (n % 16 == 3) free(p);
  free(p);  // bug: use-after-free
  return 0;
}
// expect: unconfirmed
// expect: exhausted
