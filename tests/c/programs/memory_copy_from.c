// SPDX-License-Identifier: Apache-2.0
// Copies from an unknown place, of an unknown size, into an object of that size.
#include <cuttle/cuttle.h>
#include <stdlib.h>
#include <string.h>

static const char text[] = "abcdefghijkl";

int main(void) {
  unsigned char from, size;
  CUTTLE_input(from);
  CUTTLE_input(size);
  if (from + size > 12) return 1;
  char *copy = malloc(size);
  memcpy(copy, text + from, size);
  if (size == 3) CUTTLE_assert(memcmp(copy, "fgh", 3) != 0);  // bug: assertion
  free(copy);
  return 0;
}
// expect: branches all
// expect: exhausted
