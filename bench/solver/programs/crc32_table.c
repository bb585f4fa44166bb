// SPDX-License-Identifier: Apache-2.0
// A record of four bytes with a checksum that is computed with a table.
#include <cuttle/cuttle.h>

static unsigned table[256];

int main(void) {
  for (unsigned i = 0; i < 256; i++) {
    unsigned value = i;
    for (int bit = 0; bit < 8; bit++) value = value & 1 ? 0xEDB88320u ^ value >> 1 : value >> 1;
    table[i] = value;
  }
  unsigned char text[4];
  CUTTLE_input_array(text, 4);
  for (int i = 0; i < 4; i++) {
    if (text[i] == 0) return 0;
  }
  unsigned crc = 0xFFFFFFFFu;
  for (int i = 0; i < 4; i++) crc = table[(crc ^ text[i]) & 0xFF] ^ crc >> 8;
  if (~crc == 0xCAFEBABEu) return 1;
  return 2;
}
