/* SPDX-License-Identifier: Apache-2.0 */
/* Gives the harness the contents of each file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C"
#endif
    int
    LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    uint8_t* data = (uint8_t*)malloc(1 << 16);
    FILE* file = fopen(argv[i], "rb");
    if (!data || !file) return 1;
    LLVMFuzzerTestOneInput(data, fread(data, 1, 1 << 16, file));
    fclose(file);
    free(data);
  }
  return 0;
}
