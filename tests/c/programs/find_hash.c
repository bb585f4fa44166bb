// SPDX-License-Identifier: Apache-2.0
// A multiplicative hash of eight bytes.
// run: --input stdin:8 --max-runs 40 --stop-on-bug
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  unsigned char key[8];
  uint64_t hash = 5381;
  if (read(0, key, 8) != 8) return 1;
  for (int i = 0; i < 8; ++i) hash = hash * 33 + key[i];
  if ((uint32_t)hash == 0xcafef00du) abort();  // bug: abort
  return 0;
}
