// SPDX-License-Identifier: Apache-2.0
// A program for CREST.
#include <assert.h>
#include <crest.h>

int main(void) {
  int a;
  unsigned char b;
  CREST_int(a);
  CREST_unsigned_char(b);
  if (a == b * 5 && b > 250) assert(b != 255);  // bug: assertion
  return 0;
}
// expect: exhausted
// expect: input b = 255
