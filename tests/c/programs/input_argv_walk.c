// SPDX-License-Identifier: Apache-2.0
// Arguments that are walked to the terminating NULL, without a look at argc.
// run: --input argv:0-2:2
// expect: exhausted
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  int words = 0, dashes = 0;
  (void)argc;
  while (*++argv) {
    ++words;
    if (strcmp(*argv, "-") == 0) ++dashes;
  }
  if (words == 2 && dashes == 1) abort();  // bug: abort
  return 0;
}
