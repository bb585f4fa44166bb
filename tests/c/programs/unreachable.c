// SPDX-License-Identifier: Apache-2.0
// What the programmer promised never to be reached.
#include <cuttle/cuttle.h>

static int name(unsigned char x) {
  switch (x & 3) {
    case 0:
      return 10;
    case 1:
      return 11;
    case 2:
      return 12;
  }
  __builtin_unreachable();  // bug: error-call
}

int main(void) {
  unsigned char x;
  CUTTLE_input(x);
  return name(x) == 11;
}
// expect: unconfirmed
// expect: not exhausted
// expect: incomplete disagreement
