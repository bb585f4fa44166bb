/* SPDX-License-Identifier: Apache-2.0 */

/* Wide characters in the C locale, whose characters are the bytes below 128, without branches where
 * it can be. In another locale (setlocale) libc is asked, and what is symbolic is reported. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "languages/c/models/models.h"

static inline int in_range(wint_t c, unsigned first, unsigned last) {
  return c - first <= last - first;
}
static inline int is_letter(wint_t c) {
  return in_range(c | 32, 'a', 'z');
}
static inline int is_digit(wint_t c) {
  return in_range(c, '0', '9');
}

/* libc's answer for a character that is held where it is. */
#define ELSEWHERE(name, c)       \
  if (REAL(other_locale)()) {    \
    __cuttle_pin(&c, sizeof(c)); \
    return REAL(name)(c);        \
  }

/* ---- Kinds ----------------------------------------------------------------------------------- */

#define KIND(name, condition) \
  int MODEL(name)(wint_t c) { \
    ELSEWHERE(name, c)        \
    return (condition) != 0;  \
  }                           \
  SAME(name##_l, name);       \
  SAME(__##name##_l, name)
KIND(iswdigit, is_digit(c));
KIND(iswalpha, is_letter(c));
KIND(iswalnum, is_letter(c) | is_digit(c));
KIND(iswupper, in_range(c, 'A', 'Z'));
KIND(iswlower, in_range(c, 'a', 'z'));
KIND(iswxdigit, is_digit(c) | in_range(c | 32, 'a', 'f'));
KIND(iswspace, (c == ' ') | in_range(c, '\t', '\r'));
KIND(iswblank, (c == ' ') | (c == '\t'));
KIND(iswcntrl, in_range(c, 0, 31) | (c == 127));
KIND(iswprint, in_range(c, 32, 126));
KIND(iswgraph, in_range(c, 33, 126));
KIND(iswpunct, in_range(c, 33, 126) & !(is_letter(c) | is_digit(c)));

wint_t MODEL(towlower)(wint_t c) {
  ELSEWHERE(towlower, c)
  return c + ((wint_t)in_range(c, 'A', 'Z') << 5);
}
SAME(towlower_l, towlower);
SAME(__towlower_l, towlower);

wint_t MODEL(towupper)(wint_t c) {
  ELSEWHERE(towupper, c)
  return c - ((wint_t)in_range(c, 'a', 'z') << 5);
}
SAME(towupper_l, towupper);
SAME(__towupper_l, towupper);

/* Columns: none for the terminator, -1 for what cannot be printed. */
int MODEL(wcwidth)(wchar_t c) {
  ELSEWHERE(wcwidth, c)
  return in_range((wint_t)c, 32, 126) ? 1 : c == 0 ? 0 : -1;
}

/* ---- Between bytes and characters ------------------------------------------------------------ */

wint_t MODEL(btowc)(int c) {
  ELSEWHERE(btowc, c)
  return (unsigned)c < 128 ? (wint_t)c : WEOF;
}

int MODEL(wctob)(wint_t c) {
  ELSEWHERE(wctob, c)
  return c < 128 ? (int)c : EOF;
}

static int is_bad(unsigned char byte) {
  if (byte < 128) return 0;
  errno = EILSEQ;
  return 1;
}

size_t MODEL(mbrtowc)(wchar_t* to, const char* from, size_t size, mbstate_t* state) {
  if (REAL(other_locale)()) {
    if (from) __cuttle_pin(from, size < 16 ? REAL(strnlen)(from, size) : REAL(strnlen)(from, 16));
    return REAL(mbrtowc)(to, from, size, state);
  }
  if (!from) return 0;
  if (size == 0) return (size_t)-2;
  if (is_bad((unsigned char)*from)) return (size_t)-1;
  if (to) *to = (unsigned char)*from;
  return *from != 0;
}
SAME(__mbrtowc, mbrtowc);

size_t MODEL(mbrlen)(const char* from, size_t size, mbstate_t* state) {
  return __cuttle_model_mbrtowc(NULL, from, size, state);
}
SAME(__mbrlen, mbrlen);

int MODEL(mbtowc)(wchar_t* to, const char* from, size_t size) {
  const size_t got = from && *from ? __cuttle_model_mbrtowc(to, from, size, NULL) : 0;
  if (from && !*from && to) *to = 0; /* whatever the size */
  return got > size ? -1 : (int)got;
}

int MODEL(mblen)(const char* from, size_t size) {
  return __cuttle_model_mbtowc(NULL, from, size);
}

size_t MODEL(mbsrtowcs)(wchar_t* to, const char** from, size_t size, mbstate_t* state) {
  size_t n = 0;
  if (REAL(other_locale)()) {
    __cuttle_pin(*from, REAL(strnlen)(*from, (size_t)-1));
    return REAL(mbsrtowcs)(to, from, size, state);
  }
  while (!to || n < size) {
    const unsigned char byte = (unsigned char)(*from)[n];
    if (is_bad(byte)) {
      if (to) *from += n;
      return (size_t)-1;
    }
    if (to) to[n] = byte;
    if (!byte) {
      if (to) *from = NULL;
      return n;
    }
    ++n;
  }
  *from += n;
  return n;
}

size_t MODEL(mbstowcs)(wchar_t* to, const char* from, size_t size) {
  const char* rest = from;
  return __cuttle_model_mbsrtowcs(to, &rest, size, NULL);
}

size_t MODEL(__mbstowcs_chk)(wchar_t* to, const char* from, size_t size, size_t room) {
  if (size > room / sizeof(*to)) __chk_fail();
  return __cuttle_model_mbstowcs(to, from, size);
}

size_t MODEL(__mbsrtowcs_chk)(wchar_t* to, const char** from, size_t size, mbstate_t* state,
                              size_t room) {
  if (size > room / sizeof(*to)) __chk_fail();
  return __cuttle_model_mbsrtowcs(to, from, size, state);
}

size_t MODEL(wcrtomb)(char* to, wchar_t c, mbstate_t* state) {
  if (REAL(other_locale)()) {
    __cuttle_pin(&c, sizeof(c));
    return REAL(wcrtomb)(to, c, state);
  }
  if (!to) return 1;
  if ((wint_t)c >= 128) {
    errno = EILSEQ;
    return (size_t)-1;
  }
  *to = (char)c;
  return 1;
}

int MODEL(wctomb)(char* to, wchar_t c) {
  return to ? (int)__cuttle_model_wcrtomb(to, c, NULL) : 0;
}

size_t MODEL(__wcrtomb_chk)(char* to, wchar_t c, mbstate_t* state, size_t room) {
  if (room < MB_CUR_MAX) __chk_fail();
  return __cuttle_model_wcrtomb(to, c, state);
}

int MODEL(__wctomb_chk)(char* to, wchar_t c, size_t room) {
  if (room < MB_CUR_MAX) __chk_fail();
  return __cuttle_model_wctomb(to, c);
}

/* ---- Strings --------------------------------------------------------------------------------- */

size_t MODEL(wcslen)(const wchar_t* s) {
  size_t n = 0;
  while (s[n]) ++n;
  return n;
}

int MODEL(wcscmp)(const wchar_t* a, const wchar_t* b) {
  while (*a && *a == *b) {
    ++a;
    ++b;
  }
  return *a < *b ? -1 : *a > *b;
}

wchar_t* MODEL(wcschr)(const wchar_t* s, wchar_t c) {
  for (;; ++s) {
    if (*s == c) return (wchar_t*)s;
    if (!*s) return NULL;
  }
}
