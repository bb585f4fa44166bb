/* SPDX-License-Identifier: Apache-2.0 */

/* Strings: how long they are, copying, searching. Where the end of a string is, is a choice per
 * byte; comparisons are single expressions and live in the runtime. */

#include "languages/c/models/models.h"

/* The model of copying: bytes with their shadow, bounds checked. */
static void copy(void* to, const void* from, size_t size) {
  __cuttle_model_memcpy(to, from, size);
}

static size_t length(const char* s, size_t most) {
  const size_t known = REAL(strnlen)(s, most);
  size_t n = 0;
  if (!__cuttle_any_symbolic(s, known < most ? known + 1 : known)) return known;
  while (n < most && s[n]) ++n;
  return n;
}

size_t MODEL(strlen)(const char* s) {
  return length(s, (size_t)-1);
}

size_t MODEL(strnlen)(const char* s, size_t most) {
  return length(s, most);
}

/* ---- Copying --------------------------------------------------------------------------------- */

char* MODEL(stpcpy)(char* to, const char* from) {
  const size_t n = length(from, (size_t)-1);
  copy(to, from, n + 1);
  return to + n;
}

char* MODEL(strcpy)(char* to, const char* from) {
  copy(to, from, length(from, (size_t)-1) + 1);
  return to;
}

char* MODEL(stpncpy)(char* to, const char* from, size_t size) {
  const size_t n = length(from, size);
  copy(to, from, n);
  __cuttle_model_memset(to + n, 0, size - n);
  return to + n;
}

char* MODEL(strncpy)(char* to, const char* from, size_t size) {
  const size_t n = length(from, size);
  copy(to, from, n);
  __cuttle_model_memset(to + n, 0, size - n);
  return to;
}

char* MODEL(strcat)(char* to, const char* from) {
  copy(to + length(to, (size_t)-1), from, length(from, (size_t)-1) + 1);
  return to;
}

char* MODEL(strncat)(char* to, const char* from, size_t size) {
  const size_t at = length(to, (size_t)-1), n = length(from, size);
  copy(to + at, from, n);
  __cuttle_model_memset(to + at + n, 0, 1);
  return to;
}

size_t MODEL(strlcpy)(char* to, const char* from, size_t size) {
  const size_t n = length(from, (size_t)-1);
  const size_t kept = size == 0 ? 0 : n < size ? n : size - 1;
  if (size) {
    copy(to, from, kept);
    __cuttle_model_memset(to + kept, 0, 1);
  }
  return n;
}

size_t MODEL(strlcat)(char* to, const char* from, size_t size) {
  const size_t at = length(to, size), n = length(from, (size_t)-1);
  if (at < size) {
    const size_t kept = n < size - at ? n : size - at - 1;
    copy(to + at, from, kept);
    __cuttle_model_memset(to + at + kept, 0, 1);
  }
  return at + n;
}

char* MODEL(strndup)(const char* s, size_t most) {
  const size_t n = length(s, most);
  char* made = (char*)REAL(malloc)(n + 1);
  if (!made) return NULL;
  copy(made, s, n);
  __cuttle_model_memset(made + n, 0, 1);
  return made;
}

char* MODEL(strdup)(const char* s) {
  const size_t n = length(s, (size_t)-1);
  char* made = (char*)REAL(malloc)(n + 1);
  if (made) copy(made, s, n + 1);
  return made;
}

void* MODEL(memccpy)(void* to, const void* from, int byte, size_t size) {
  const unsigned char* s = (const unsigned char*)from;
  size_t n = 0;
  while (n < size && s[n] != (unsigned char)byte) ++n;
  if (n < size) {
    copy(to, from, n + 1);
    return (char*)to + n + 1;
  }
  copy(to, from, size);
  return NULL;
}

/* ---- Searching for a byte -------------------------------------------------------------------- */

void* MODEL(memchr)(const void* at, int byte, size_t size) {
  const unsigned char* s = (const unsigned char*)at;
  size_t i;
  if (__cuttle_look_for(at, size, byte, &i)) return i != CUTTLE_NOWHERE ? (void*)(s + i) : NULL;
  for (i = 0; i < size; ++i)
    if (s[i] == (unsigned char)byte) return (void*)(s + i);
  return NULL;
}

void* MODEL(memrchr)(const void* at, int byte, size_t size) {
  const unsigned char* s = (const unsigned char*)at;
  while (size-- > 0)
    if (s[size] == (unsigned char)byte) return (void*)(s + size);
  return NULL;
}

void* MODEL(rawmemchr)(const void* at, int byte) {
  const unsigned char* s = (const unsigned char*)at;
  while (*s != (unsigned char)byte) ++s;
  return (void*)s;
}

char* MODEL(strchrnul)(const char* s, int c) {
  while (*s != (char)c && *s) ++s;
  return (char*)s;
}

char* MODEL(strchr)(const char* s, int c) {
  size_t i;
  if (__cuttle_look_for(s, CUTTLE_UP_TO_ZERO, c, &i))
    return i != CUTTLE_NOWHERE ? (char*)s + i : NULL;
  for (;; ++s) {
    if (*s == (char)c) return (char*)s;
    if (!*s) return NULL;
  }
}

char* MODEL(strrchr)(const char* s, int c) {
  const char* found = NULL;
  for (;; ++s) {
    if (*s == (char)c) found = s;
    if (!*s) return (char*)found;
  }
}

char* MODEL(index)(const char* s, int c) {
  return __cuttle_model_strchr(s, c);
}

char* MODEL(rindex)(const char* s, int c) {
  return __cuttle_model_strrchr(s, c);
}

/* ---- Searching for a string or a set --------------------------------------------------------- */

void* MODEL(memmem)(const void* at, size_t size, const void* wanted, size_t wanted_size) {
  const char* s = (const char*)at;
  size_t i;
  if (wanted_size > size) return NULL;
  for (i = 0; i <= size - wanted_size; ++i)
    if (__cuttle_model_memcmp(s + i, wanted, wanted_size) == 0) return (void*)(s + i);
  return NULL;
}

char* MODEL(strstr)(const char* s, const char* wanted) {
  const size_t n = length(wanted, (size_t)-1);
  for (;; ++s) {
    if (__cuttle_model_strncmp(s, wanted, n) == 0) return (char*)s;
    if (!*s) return NULL;
  }
}

char* MODEL(strcasestr)(const char* s, const char* wanted) {
  const size_t n = length(wanted, (size_t)-1);
  for (;; ++s) {
    if (__cuttle_model_strncasecmp(s, wanted, n) == 0) return (char*)s;
    if (!*s) return NULL;
  }
}

/* Membership as one condition. */
static int is_in(char c, const char* set) {
  int found = 0;
  for (; *set; ++set) found |= c == *set;
  return found;
}

size_t MODEL(strspn)(const char* s, const char* set) {
  size_t n = 0;
  while (s[n] && is_in(s[n], set)) ++n;
  return n;
}

size_t MODEL(strcspn)(const char* s, const char* set) {
  size_t n = 0;
  while (s[n] && !is_in(s[n], set)) ++n;
  return n;
}

char* MODEL(strpbrk)(const char* s, const char* set) {
  s += __cuttle_model_strcspn(s, set);
  return *s ? (char*)s : NULL;
}

char* MODEL(strsep)(char** rest, const char* separators) {
  char *start = *rest, *end;
  if (!start) return NULL;
  end = start + __cuttle_model_strcspn(start, separators);
  if (*end) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = NULL;
  }
  return start;
}

char* MODEL(strtok_r)(char* s, const char* separators, char** rest) {
  char* end;
  if (!s) s = *rest;
  if (!s) return NULL;
  s += __cuttle_model_strspn(s, separators);
  if (!*s) {
    *rest = s;
    return NULL;
  }
  end = s + __cuttle_model_strcspn(s, separators);
  if (*end) *end++ = 0;
  *rest = end;
  return s;
}

char* MODEL(strtok)(char* s, const char* separators) {
  static char* rest;
  return __cuttle_model_strtok_r(s, separators, &rest);
}

/* ---- Other names ----------------------------------------------------------------------------- */

SAME(__stpcpy, stpcpy);
SAME(__stpncpy, stpncpy);
SAME(__strdup, strdup);
SAME(__strndup, strndup);
SAME(__rawmemchr, rawmemchr);
SAME(__strcasestr, strcasestr);
SAME(__strsep_g, strsep);
SAME(__strtok_r, strtok_r);
