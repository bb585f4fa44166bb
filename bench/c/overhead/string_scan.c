/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

/* Words, lines, digits, and the longest word of a text. */
typedef struct {
  unsigned words, lines, digits, longest;
} Counts;

static Counts scan(const char* text) {
  Counts counts = {0, 0, 0, 0};
  unsigned length = 0;
  for (; *text; ++text) {
    const char c = *text;
    if (c >= '0' && c <= '9') counts.digits++;
    if (c == ' ' || c == '\n' || c == '\t') {
      if (length) counts.words++;
      if (length > counts.longest) counts.longest = length;
      if (c == '\n') counts.lines++;
      length = 0;
    } else {
      length++;
    }
  }
  return counts;
}

int main(void) {
  const unsigned size = 1u << 20;
  char* text = malloc(size);
  unsigned seed = 1, total = 0;
  for (unsigned i = 0; i + 1 < size; ++i) {
    seed = seed * 1103515245u + 12345u;
    text[i] = "abcdefghij 0123456789 \nklmnopqr "[seed >> 16 & 31];
  }
  text[size - 1] = 0;
  for (int round = 0; round < 40; ++round) {
    const Counts counts = scan(text);
    total += counts.words + counts.lines + counts.digits + counts.longest;
    text[round] = 'x';
  }
  printf("%u\n", total);
  free(text);
  return 0;
}
