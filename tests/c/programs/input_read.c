// SPDX-License-Identifier: Apache-2.0
// Blocks of bytes by read, one after the other, until the end.
// run: --input stdin:6
#include <assert.h>
#include <unistd.h>

int main(void) {
  unsigned char block[2];
  unsigned sum = 0, blocks = 0;
  ssize_t got;
  while ((got = read(0, block, sizeof block)) > 0) {
    ++blocks;
    for (ssize_t i = 0; i < got; ++i) sum = sum * 7 + block[i];
  }
  assert(!(blocks == 3 && sum == 12345));  // bug: assertion
  return 0;
}
// expect: exhausted
