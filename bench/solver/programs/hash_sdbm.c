// SPDX-License-Identifier: Apache-2.0
// sdbm of a word: shifts, sums and bytes that must be letters.
#include <cuttle/cuttle.h>

int main(void) {
  unsigned char text[8];
  unsigned h = 0;
  CUTTLE_input_array(text, 8);
  for (int i = 0; i < 8; i++) {
    if (text[i] < 'a' || text[i] > 'z') return 0;
    h = text[i] + (h << 6) + (h << 16) - h;
  }
  if (h == 0xCAFEBABE) return 1;
  return 2;
}
