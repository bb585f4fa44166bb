// SPDX-License-Identifier: Apache-2.0
// Splits six characters into words, numbers and parentheses.
#include <cuttle/cuttle.h>

enum { N = 6 };

static int is_digit(char c) {
  return c >= '0' && c <= '9';
}
static int is_letter(char c) {
  return c >= 'a' && c <= 'z';
}

int main(void) {
  char text[N];
  int tokens = 0, depth = 0;
  CUTTLE_input_array(text, N);
  for (int i = 0; i < N && text[i] != '\0'; i++) {
    if (text[i] == ' ' || text[i] == '\t' || text[i] == '\n') continue;
    if (text[i] == '(') {
      depth++;
    } else if (text[i] == ')') {
      if (depth-- == 0) return -1;
    } else if (is_digit(text[i])) {
      while (i + 1 < N && is_digit(text[i + 1])) i++;
    } else if (is_letter(text[i])) {
      while (i + 1 < N && is_letter(text[i + 1])) i++;
    } else {
      return -1;
    }
    tokens++;
  }
  return tokens;
}
