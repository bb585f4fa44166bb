// SPDX-License-Identifier: Apache-2.0
// The first input that goes too far writes into an object of no bytes, which nothing notices in the
// plain program; the bug is confirmed by another.
#include <cuttle/cuttle.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[6];
  CUTTLE_input(text);
  char *end = memchr(text, '=', sizeof text);
  if (!end) return 1;
  size_t size = end - text;
  char *key = malloc(size);
  memcpy(key, text, size);
  key[size] = 0;  // bug: out-of-bounds
  free(key);
  return 0;
}
