// SPDX-License-Identifier: Apache-2.0
// What the program puts into the environment is what it finds there.
// run: --input env:MODE:2 --input stdin:2
// expect: exhausted
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char line[4] = {0};
  if (!fgets(line, sizeof line, stdin)) return 1;
  setenv("LINE", line, 1);
  if (getenv("LINE")[0] == 'x') abort();  // bug: abort
  setenv("MODE", "kept", 0);
  if (!strcmp(getenv("MODE"), "ab")) return 2;
  unsetenv("MODE");
  if (getenv("MODE")) abort();
  putenv("MODE=own");
  return strcmp(getenv("MODE"), "own");
}
