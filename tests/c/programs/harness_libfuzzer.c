// SPDX-License-Identifier: Apache-2.0
// A harness for libFuzzer. Data beyond the size must not be touched.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static int ready;
int LLVMFuzzerInitialize(int* argc, char*** argv) {
  (void)argc, (void)argv;
  ready = 1;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (!ready) return 0;
  if (size < 3) return 0;
  if (data[0] == 'F' && data[1] == 'U')
    if (data[2] == 'Z' && data[3] == 'Z') abort();  // bug: out-of-bounds
  return 0;
}
// expect: any bugs
// expect: input stdin = "FUZ"
// expect: exhausted
