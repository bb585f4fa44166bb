// SPDX-License-Identifier: Apache-2.0
// run: --input stdin:8
// A copy of the data, with an end of its own: the store at the unknown index leaves the other bytes
// as they are, and those behind the end must not be what an earlier run left there.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  char* copy = malloc(size + 1);
  if (!copy) return 0;
  memcpy(copy, data, size);
  copy[size] = 0;
  if (size > 3 && copy[copy[0] & 3] == 'q' && copy[1] == 'z') abort();  // bug: abort
  const int found = strlen(copy) == 5 && copy[4] == '!';
  free(copy);
  return found;
}
// expect: exhausted
