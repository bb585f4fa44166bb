// SPDX-License-Identifier: Apache-2.0
// The object of a sequence is not lost when the calls end, but what it lost sight of is.
// run: --sequence make,grow:3 --sanitize address,leak
#include <stdlib.h>

struct buffer {
  char *bytes;
  unsigned size;
};

struct buffer *make(void) {
  struct buffer *b = calloc(1, sizeof *b);
  b->bytes = malloc(4);
  b->size = 4;
  return b;
}

void grow(struct buffer *b) {
  char *larger = malloc(2 * b->size);  // bug: leak
  if (b->size == 8) free(b->bytes);
  if (b->size == 4) free(b->bytes);
  b->bytes = larger;
  b->size *= 2;
  if (b->size == 16) b->bytes = NULL;
}
// expect: bugs == 1
