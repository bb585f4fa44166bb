// SPDX-License-Identifier: Apache-2.0
// Memory is taken piece by piece until there is no more.
// run: --memory 256
#include <cuttle/cuttle.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int x;
  CUTTLE_input(x);
  if (x == 5) {
    for (int i = 0; i < 1000000; ++i) {
      char *p = malloc(1 << 20);
      if (!p) return 1;
      memset(p, 1, 1 << 20);
    }
  }
  return 0;
}
// expect: paths == 2
// expect: exhausted
