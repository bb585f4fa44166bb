// SPDX-License-Identifier: Apache-2.0
// An environment variable, which need not be set, and the standard input together.
// run: --input env:MODE:4 --input stdin:2
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char* mode = getenv("MODE");
  if (!mode) abort();  // bug: abort
  if (strcmp(mode, "up") == 0) assert(getchar() != 'x');  // bug: assertion
  return 0;
}
// expect: input env:MODE = "up"
// expect: input stdin = "x"
// expect: input env:MODE.unset = true
// expect: branches all
// expect: exhausted
