/* SPDX-License-Identifier: Apache-2.0 */
/* A backtracking matcher of regular expressions (^ $ . * and characters), with a pattern of seven
 * symbolic bytes against a fixed text. */
#include <cuttle/cuttle.h>

static int match_here(const char* pattern, const char* text);

/* As many of `c` as it takes, then the rest of the pattern. */
static int match_many(char c, const char* rest, const char* text) {
  for (;;) {
    if (match_here(rest, text)) return 1;
    if (*text == '\0' || (c != '.' && *text != c)) return 0;
    ++text;
  }
}

static int match_here(const char* pattern, const char* text) {
  if (pattern[0] == '\0') return 0;
  if (pattern[1] == '*') return match_many(pattern[0], pattern + 2, text);
  if (pattern[0] == '$' && pattern[1] == '\0') return *text == '\0';
  if (*text != '\0' && (pattern[0] == '.' || pattern[0] == *text))
    return match_here(pattern + 1, text + 1);
  return 0;
}

static int match(const char* pattern, const char* text) {
  if (pattern[0] == '^') return match_here(pattern + 1, text);
  do {
    if (match_here(pattern, text)) return 1;
  } while (*text++ != '\0');
  return 0;
}

int main(void) {
  char pattern[8];
  CUTTLE_input_array(pattern, 7);
  pattern[7] = '\0';
  return match(pattern, "hello");
}
