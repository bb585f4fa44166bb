// SPDX-License-Identifier: Apache-2.0
// Writes one byte too many into memory that another function allocated: at a place and of a size
// that are numbers in every run. Noticed when the memory is freed, or at the end of the run.
#include <cuttle/cuttle.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) static char *copy(const char *from, size_t size) {
  char *to = malloc(size);
  memcpy(to, from, size);
  return to;
}

__attribute__((noinline)) static void finish(char *text, size_t size) {
  text[size] = 0;  // bug: out-of-bounds
}

__attribute__((noinline)) static void mark(int *numbers, unsigned n) {
  for (unsigned i = 0; i <= n; i++) numbers[i] = 1;  // bug: out-of-bounds
}

int main(void) {
  unsigned n;
  CUTTLE_input(n);
  if (n == 5) {
    char *text = copy("hello", 5);
    finish(text, n);
    free(text);
  }
  if (n == 7) mark((int *)copy("seven numbers of four bytes.", 28), n);
  return 0;
}
