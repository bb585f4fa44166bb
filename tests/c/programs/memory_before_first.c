// SPDX-License-Identifier: Apache-2.0
// Reads before the first variable there is. Nothing of the program lies there: AddressSanitizer may
// not see it.
#include <cuttle/cuttle.h>

static short words[3] = {1, 2, 3};

__attribute__((noinline)) static short before(const short *p, int i) {
  return p[-i];  // bug: out-of-bounds
}

int main(void) {
  unsigned i;
  CUTTLE_input(i);
  CUTTLE_assume(i < 6);
  int k = 0;
  while ((unsigned)k < i) k++;
  words[2]++;
  return before(words + 2, k);
}
// expect: not exhausted
// expect: incomplete disagreement
// expect: unconfirmed
