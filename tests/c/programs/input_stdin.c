// SPDX-License-Identifier: Apache-2.0
// What is read from the standard input is an input, also when it has to be longer.
// run: --input stdin:8
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[16];
  if (!fgets(line, sizeof line, stdin)) return 0;
  if (strcmp(line, "open\n") == 0) {
    int c = getchar();
    assert(c != '!');  // bug: assertion
  }
  return 0;
}
// expect: exhausted
// expect: input stdin = "open\n!"
