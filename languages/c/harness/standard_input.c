/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <unistd.h>

#include "languages/c/runtime/harness.h"

/* In memory of just its size, so that a sanitizer sees what reads beyond it. */
uint8_t* cuttle_read_standard_input(size_t* size) {
  size_t capacity = 4096;
  uint8_t *buffer = (uint8_t*)malloc(capacity), *exact;
  ssize_t got = 0;
  *size = 0;
  while (buffer && (got = read(0, buffer + *size, capacity - *size)) > 0) {
    *size += (size_t)got;
    if (*size == capacity) buffer = (uint8_t*)realloc(buffer, capacity *= 2);
  }
  exact = (uint8_t*)malloc(*size);
  if (!buffer || (*size && !exact)) abort();
  if (*size) __builtin_memcpy(exact, buffer, *size);
  free(buffer);
  return exact;
}
