/* SPDX-License-Identifier: Apache-2.0 */

/* libc's own functions for the models of wide characters and patterns, where the locale is not the
 * C locale (see real.c). */

#define _GNU_SOURCE
#include <fnmatch.h>
#include <locale.h>
#include <regex.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "languages/c/runtime/modelling.h"

/* Is the locale, as far as characters go, another one than "C"? */
int __cuttle_real_other_locale(void) {
  const char* name = setlocale(LC_CTYPE, NULL);
  return name && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0;
}
#define WIDE(type, name, parameter)        \
  type __cuttle_real_##name(parameter c) { \
    return name(c);                        \
  }
#define WIDE_KIND(name) WIDE(int, name, wint_t)
CUTTLE_WIDE_KINDS(WIDE_KIND)
WIDE(wint_t, towlower, wint_t)
WIDE(wint_t, towupper, wint_t)
WIDE(int, wcwidth, wchar_t)
WIDE(wint_t, btowc, int)
WIDE(int, wctob, wint_t)
size_t __cuttle_real_mbrtowc(wchar_t* to, const char* from, size_t size, mbstate_t* state) {
  if (to) __cuttle_clear(to, sizeof(*to));
  return mbrtowc(to, from, size, state);
}
size_t __cuttle_real_mbsrtowcs(wchar_t* to, const char** from, size_t size, mbstate_t* state) {
  const size_t got = mbsrtowcs(to, from, size, state);
  if (to && got != (size_t)-1) __cuttle_clear(to, (got < size ? got + 1 : got) * sizeof(*to));
  return got;
}
size_t __cuttle_real_wcrtomb(char* to, wchar_t c, mbstate_t* state) {
  const size_t got = wcrtomb(to, c, state);
  if (to && got != (size_t)-1) __cuttle_clear(to, got);
  return got;
}
int __cuttle_real_fnmatch(const char* pattern, const char* text, int flags) {
  return fnmatch(pattern, text, flags);
}

int __cuttle_real_regcomp(void* compiled, const char* pattern, int flags) {
  __cuttle_clear(compiled, sizeof(regex_t));
  return regcomp((regex_t*)compiled, pattern, flags);
}
int __cuttle_real_regexec(const void* compiled, const char* text, size_t count, void* parts,
                          int flags) {
  const int result = regexec((const regex_t*)compiled, text, count, (regmatch_t*)parts, flags);
  if (!result && parts) __cuttle_clear(parts, count * sizeof(regmatch_t));
  return result;
}
void __cuttle_real_regfree(void* compiled) {
  regfree((regex_t*)compiled);
}
