// SPDX-License-Identifier: Apache-2.0
// Asking for 100 GiB fails, as it would on a machine that does not have them.
#include <cuttle/cuttle.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int x;
  CUTTLE_input(x);
  char *p = malloc(100ull << 30);
  if (p) memset(p, 1, 100ull << 30);
  if (x == 5) return 1;
  return 0;
}
// expect: paths == 2
// expect: exhausted
