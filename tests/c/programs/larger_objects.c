// SPDX-License-Identifier: Apache-2.0
// Objects of an unknown size, at an unknown index: it may lie behind the end that the object has in
// this run.
#include <cuttle/cuttle.h>
#include <stdlib.h>

static char* grown(unsigned size) {
  char* bytes = malloc(16);
  if (!bytes) exit(0);
  for (int i = 0; i < 16; ++i) bytes[i] = (char)i;
  return realloc(bytes, size);
}

int main(void) {
  unsigned size, first, second;
  CUTTLE_input(size);
  CUTTLE_input(first);
  CUTTLE_input(second);
  CUTTLE_assume(size > 8 && size < 16 && first < size && second < size);
  char* zeros = calloc(size, 1);
  char* numbers = grown(size);
  if (!zeros || !numbers) return 0;
  CUTTLE_assert(zeros[first] == 0);
  zeros[first] = 1;
  if (zeros[second]) {
    if (second == 12) return 1;
  }
  if (numbers[first] == 13) return 2;
  free(zeros);
  free(numbers);
  return 0;
}
// expect: paths == 5
// expect: exhausted
