// SPDX-License-Identifier: Apache-2.0
// A table-driven checksum over four bytes, without trying out the entries of the table.
#include <cuttle/cuttle.h>

static unsigned table[256];

int main(void) {
  for (unsigned n = 0; n < 256; ++n) {
    unsigned c = n;
    for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[n] = c;
  }
  unsigned char data[4];
  unsigned crc = 0xffffffffu;
  CUTTLE_input_array(data, 4);
  for (int i = 0; i < 4; ++i) crc = table[(crc ^ data[i]) & 255] ^ (crc >> 8);
  CUTTLE_assert(~crc != 0xed82cd11u);  // bug: assertion
  return 0;
}
// expect: input data = "abcd"
// expect: runs <= 3
