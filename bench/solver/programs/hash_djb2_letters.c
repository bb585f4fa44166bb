// SPDX-License-Identifier: Apache-2.0
// djb2 of a word: eight letters and nothing else.
#include <cuttle/cuttle.h>

int main(void) {
  unsigned char text[8];
  unsigned h = 5381;
  CUTTLE_input_array(text, 8);
  for (int i = 0; i < 8; i++) {
    if (text[i] < 'a' || text[i] > 'z') return 0;
  }
  for (int i = 0; i < 8; i++) h = h * 33 + text[i];
  if (h == 0x12345678) return 1;
  return 2;
}
