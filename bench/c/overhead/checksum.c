/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>

static uint32_t table[256];

static void make_table(void) {
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t c = i;
    for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
}

static uint32_t checksum(const uint8_t* data, unsigned size) {
  uint32_t c = ~0u;
  while (size--) c = table[(c ^ *data++) & 255] ^ c >> 8;
  return ~c;
}

int main(void) {
  static uint8_t data[1 << 16];
  uint32_t sum = 0;
  make_table();
  for (unsigned i = 0; i < sizeof data; ++i) data[i] = (uint8_t)(i * 7);
  for (int round = 0; round < 600; ++round) {
    sum ^= checksum(data, sizeof data);
    data[round] ^= (uint8_t)sum;
  }
  printf("%u\n", sum);
  return 0;
}
