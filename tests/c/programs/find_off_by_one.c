// SPDX-License-Identifier: Apache-2.0
// Only an input that is longer than the seed writes beyond the buffer.
// run: --input stdin:16 --seed-input HERE/find_off_by_one.seed --sanitize address --max-runs 100 --stop-on-bug
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char* line = malloc(6);
  int n = 0, c;
  while ((c = getchar()) != EOF && c != '\n') {
    if (n > 6) break;
    line[n++] = (char)c;  // bug: out-of-bounds
  }
  free(line);
  return 0;
}
