// SPDX-License-Identifier: Apache-2.0
// Strings are compared in memory of which nothing is known: where each ends is a choice.
#include <cuttle/cuttle.h>
#include <string.h>
#include <sys/mman.h>

int main(void) {
  char* text = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CUTTLE_input_array(text, 6);
  if (!strcmp(text, "start")) return 1;
  if (!strncmp(text, "stop", 4)) CUTTLE_assert(text[4] != 'x');  // bug: assertion
  return 0;
}
// expect: exhausted
