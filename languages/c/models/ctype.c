/* SPDX-License-Identifier: Apache-2.0 */

/* Classification in the C locale, without branches: one condition, not one per range. */

#include "languages/c/models/models.h"

static inline int in_range(int c, int first, int last) {
  return (unsigned)c - (unsigned)first <= (unsigned)last - (unsigned)first;
}
static inline int is_letter(int c) {
  return in_range(c | 32, 'a', 'z');
}
static inline int is_digit(int c) {
  return in_range(c, '0', '9');
}

int MODEL(isdigit)(int c) {
  return is_digit(c);
}
int MODEL(isalpha)(int c) {
  return is_letter(c);
}
int MODEL(isalnum)(int c) {
  return is_letter(c) | is_digit(c);
}
int MODEL(isupper)(int c) {
  return in_range(c, 'A', 'Z');
}
int MODEL(islower)(int c) {
  return in_range(c, 'a', 'z');
}
int MODEL(isxdigit)(int c) {
  return is_digit(c) | in_range(c | 32, 'a', 'f');
}
int MODEL(isspace)(int c) {
  return (c == ' ') | in_range(c, '\t', '\r');
}
int MODEL(isblank)(int c) {
  return (c == ' ') | (c == '\t');
}
int MODEL(iscntrl)(int c) {
  return in_range(c, 0, 31) | (c == 127);
}
int MODEL(isprint)(int c) {
  return in_range(c, 32, 126);
}
int MODEL(isgraph)(int c) {
  return in_range(c, 33, 126);
}
int MODEL(ispunct)(int c) {
  return in_range(c, 33, 126) & ~(is_letter(c) | is_digit(c));
}
int MODEL(isascii)(int c) {
  return in_range(c, 0, 127);
}
int MODEL(toascii)(int c) {
  return c & 127;
}
int MODEL(tolower)(int c) {
  return c + (in_range(c, 'A', 'Z') << 5);
}
int MODEL(toupper)(int c) {
  return c - (in_range(c, 'a', 'z') << 5);
}

/* In a given locale: as in the C locale. */
#define WITH_LOCALE(name) \
  SAME(name##_l, name);   \
  SAME(__##name##_l, name)
WITH_LOCALE(isdigit);
WITH_LOCALE(isalpha);
WITH_LOCALE(isalnum);
WITH_LOCALE(isupper);
WITH_LOCALE(islower);
WITH_LOCALE(isxdigit);
WITH_LOCALE(isspace);
WITH_LOCALE(isblank);
WITH_LOCALE(iscntrl);
WITH_LOCALE(isprint);
WITH_LOCALE(isgraph);
WITH_LOCALE(ispunct);
WITH_LOCALE(tolower);
WITH_LOCALE(toupper);
SAME(__isascii_l, isascii);
SAME(__toascii_l, toascii);
SAME(_tolower, tolower);
SAME(_toupper, toupper);
