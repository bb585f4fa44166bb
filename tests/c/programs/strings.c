// SPDX-License-Identifier: Apache-2.0
// Arrays of characters are shown as strings.
#include <cuttle/cuttle.h>

int main(void) {
  char word[6];
  CUTTLE_input_array(word, 6);
  const char *want = "cuttle";
  for (int i = 0; i < 6; ++i)
    if (word[i] != want[i]) return i;
  CUTTLE_assert(!"cuttle");  // bug: assertion
  return 0;
}
// expect: paths == 7
// expect: exhausted
// expect: input word = "cuttle"
