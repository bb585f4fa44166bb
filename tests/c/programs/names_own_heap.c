// SPDX-License-Identifier: Apache-2.0
// A program that brings a function of the heap itself, as portable ones do.
// run: --input stdin:2
// expect: exhausted
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void* reallocarray(void* p, size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) return NULL;
  return realloc(p, count * size);
}

int main(void) {
  char* text = reallocarray(NULL, 2, 4);
  if (!text) return 1;
  if (fread(text, 1, 2, stdin) == 2 && text[0] == 'o' && text[1] == 'k') abort();  // bug: abort
  free(text);
  return 0;
}
