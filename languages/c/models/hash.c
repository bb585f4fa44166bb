/* SPDX-License-Identifier: Apache-2.0 */

/* What std::hash makes of texts: MurmurHash of 64 bits, as libstdc++ has it. */

#include "languages/c/models/models.h"

static const size_t factor = 0xc6a4a7935bd1e995u;

static size_t mixed(size_t value) {
  return value ^ value >> 47;
}

size_t MODEL(_ZSt11_Hash_bytesPKvmm)(const void* bytes, size_t size, size_t seed) {
  const unsigned char* at = (const unsigned char*)bytes;
  size_t hash = seed ^ size * factor, left = size;
  for (; left >= 8; left -= 8, at += 8) {
    size_t word;
    __builtin_memcpy(&word, at, 8);
    hash = (hash ^ mixed(word * factor) * factor) * factor;
  }
  if (left) {
    size_t word = 0;
    while (left--) word = word << 8 | at[left];
    hash = (hash ^ word) * factor;
  }
  return mixed(mixed(hash) * factor);
}
