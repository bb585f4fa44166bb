// SPDX-License-Identifier: Apache-2.0
// A division right after the load of its divisor, in code that was concrete until then: the choice
// that leads around the trap is recorded before the trap.
#include <cuttle/cuttle.h>
#include <string.h>

int main(void) {
  unsigned char word[4];
  unsigned index;
  CUTTLE_input_array(word, 4);
  CUTTLE_input(index);
  if (memcmp(word, "quiz", 4) == 0) {
    int divisor = index - 77;
    return 100 / divisor;  // bug: division-by-zero
  }
  return 0;
}
// expect: exhausted
// expect: paths == 3
// expect: input index = 77
