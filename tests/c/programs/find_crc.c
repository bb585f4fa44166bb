// SPDX-License-Identifier: Apache-2.0
// A crash that is guarded by the CRC-32 of four bytes.
// run: --input stdin:8 --max-runs 40 --stop-on-bug
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static uint32_t crc32(const unsigned char* data, size_t size) {
  uint32_t crc = ~0u;
  for (size_t i = 0; i < size; ++i) {
    crc ^= data[i];
    for (int k = 0; k < 8; ++k) crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1)));
  }
  return ~crc;
}

int main(void) {
  unsigned char data[4];
  if (read(0, data, 4) != 4) return 1;
  if (crc32(data, 4) == 0xdeadbeefu) abort();  // bug: abort
  return 0;
}
