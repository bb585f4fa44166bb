/* SPDX-License-Identifier: Apache-2.0 */
/* stb_image: the headers of images. */
#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#include <stb/stb_image.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  int width = 0, height = 0, channels = 0;
  if (size > 48) return 0;
  if (stbi_info_from_memory(data, (int)size, &width, &height, &channels) && channels > 4)
    __builtin_trap();
  return 0;
}
