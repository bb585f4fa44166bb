/* SPDX-License-Identifier: Apache-2.0 */

/* The main of programs that have LLVMFuzzerTestOneInput instead: its data is the standard input, or
 * the contents of the files that are named (plain start only), one call for each. */

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "languages/c/runtime/harness.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

static void run_one(void) {
  size_t size;
  uint32_t size_id;
  uint8_t* data = cuttle_fuzzer_data(&size, &size_id);
  cuttle_pass_data((const void*)LLVMFuzzerTestOneInput, size_id);
  LLVMFuzzerTestOneInput(data, size);
  free(data);
}

__attribute__((visibility("default"))) int main(int argc, char** argv) {
  int i, files = 0;
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  for (i = 1; i < argc; ++i) {
    /* What is no file is an option of libFuzzer's. */
    const int fd = argv[i][0] == '-' ? -1 : open(argv[i], O_RDONLY);
    if (fd < 0) continue;
    dup2(fd, 0);
    close(fd);
    run_one();
    ++files;
  }
  if (!files) run_one();
  return 0;
}
