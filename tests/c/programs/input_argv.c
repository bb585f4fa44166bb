// SPDX-License-Identifier: Apache-2.0
// Arguments: how many there are and what they say.
// run: --input argv:2:4 -- fixed
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  assert(argc >= 2 && strcmp(argv[1], "fixed") == 0);
  if (argc == 4 && strcmp(argv[2], "-n") == 0) {
    assert(atoi(argv[3]) != 42);  // bug: assertion
  }
  return 0;
}
