// SPDX-License-Identifier: Apache-2.0
// Builds with sanitizers: their reports are bugs, and what they check is solved for.
// run: --sanitize address,undefined,leak --input stdin:4
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char* kept;

int main(void) {
  unsigned char c[4];
  int table[4] = {1, 2, 3, 4}, sum;
  char* buffer = malloc(8);
  if (!buffer || read(0, c, 4) != 4) {
    free(buffer);
    return 1;
  }
  memset(buffer, 0, 8);
  if (c[0] == 'h' && c[1] > 7) buffer[c[1]] = 1;  // bug: out-of-bounds
  if (c[0] == 's') {
    sum = 2147483640 + c[2];  // bug: overflow
    printf("%d\n", sum + table[c[1] & 3]);  // bug: overflow
  }
  if (c[0] == 'l') {
    kept = malloc(10);  // bug: leak
    kept = NULL;
  }
  free(buffer);
  return 0;
}
