// SPDX-License-Identifier: Apache-2.0
// run: --input stdin:16
// The data of a harness at an index that is an input: what counts lies behind the end of the data
// that the first runs have.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 9) return 0;
  size_t at = data[0], length = data[1];
  if (at >= size) return 0;
  if (data[at] == 'X' && at == 14) abort();  // bug: abort
  const uint8_t* skipped = data + length;
  if (skipped + 2 < data + size && skipped[0] == 'Y' && skipped[1] + skipped[2] == 100) return 1;
  return 0;
}
// expect: branches all
// expect: exhausted
