// SPDX-License-Identifier: Apache-2.0
// A function that only this file can see and nobody calls.
// run: --function unused
#include <stdlib.h>

static int unused(short x) {
  if (x == -999) abort();  // bug: abort
  return x;
}

int main(void) { return 0; }
// expect: paths == 2
// expect: exhausted
