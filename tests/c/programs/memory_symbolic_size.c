// SPDX-License-Identifier: Apache-2.0
// Copies and fills of a symbolic number of bytes: one path for all sizes, and the size that is too
// large is found.
#include <cuttle/cuttle.h>
#include <stdlib.h>
#include <string.h>

static void copied(unsigned char n, const char *from) {
  char *to = calloc(1, 8);
  if (n <= 9) memcpy(to, from, n);  // bug: out-of-bounds
  if (to[5] == 'x' && n == 6) CUTTLE_assert(to[6] == 0);
  if (to[5] == 'x') CUTTLE_assert(n != 7 || to[6] != 'y');  // bug: assertion
  free(to);
}

static void filled(unsigned char n, char byte) {
  char to[6] = "abcde";
  CUTTLE_assume(n <= sizeof to);
  memset(to, byte, n);
  if (to[3] == 'q') CUTTLE_assert(n != 5 || to[4] != 'q');  // bug: assertion
}

int main(void) {
  unsigned char n;
  char from[16], which;
  CUTTLE_input(n);
  CUTTLE_input(from);
  CUTTLE_input(which);
  if (which)
    filled(n, from[0]);
  else
    copied(n, from);
  return 0;
}
// expect: exhausted
// expect: unconfirmed
