/* SPDX-License-Identifier: Apache-2.0 */

/* fnmatch in the C locale: each comparison is a choice. Extended patterns (FNM_EXTMATCH), and
 * classes of characters by other names than those of POSIX, are libc's. */

#define _GNU_SOURCE
#include <fnmatch.h>
#include <string.h>

#include "languages/c/models/models.h"

#define KIND(name) int __cuttle_model_is##name(int c)
KIND(alpha);
KIND(digit);
KIND(alnum);
KIND(upper);
KIND(lower);
KIND(space);
KIND(blank);
KIND(punct);
KIND(print);
KIND(graph);
KIND(cntrl);
KIND(xdigit);

typedef struct Matching {
  const char* start; /* of the text */
  int flags;
} Matching;

static unsigned fold(const Matching* m, char c) {
  const unsigned byte = (unsigned char)c;
  return (m->flags & FNM_CASEFOLD) && byte - 'A' < 26 ? byte + 32 : byte;
}

/* A period that only a period matches. */
static int is_leading(const Matching* m, const char* text) {
  if (*text != '.' || !(m->flags & FNM_PERIOD)) return 0;
  return text == m->start || ((m->flags & FNM_PATHNAME) && text[-1] == '/');
}

static int in_class(const char* name, size_t size, unsigned c) {
  static const struct {
    const char* name;
    int (*is)(int);
  } classes[] = {{"alpha", __cuttle_model_isalpha}, {"digit", __cuttle_model_isdigit},
                 {"alnum", __cuttle_model_isalnum}, {"upper", __cuttle_model_isupper},
                 {"lower", __cuttle_model_islower}, {"space", __cuttle_model_isspace},
                 {"blank", __cuttle_model_isblank}, {"punct", __cuttle_model_ispunct},
                 {"print", __cuttle_model_isprint}, {"graph", __cuttle_model_isgraph},
                 {"cntrl", __cuttle_model_iscntrl}, {"xdigit", __cuttle_model_isxdigit}};
  size_t i;
  for (i = 0; i < sizeof(classes) / sizeof(classes[0]); ++i)
    if (__cuttle_model_strlen(classes[i].name) == size &&
        !__cuttle_model_memcmp(classes[i].name, name, size))
      return classes[i].is((int)c) != 0;
  return 0;
}

/* The end of the brackets that begin at `p` (behind `['); NULL: they do not end. */
static const char* brackets_end(const char* p) {
  if (*p == '!' || *p == '^') ++p;
  if (*p == ']') ++p;
  for (; *p && *p != ']'; ++p) {
    if (p[0] == '[' && p[1] == ':') {
      const char* q = p + 2;
      while (*q && !(q[0] == ':' && q[1] == ']')) ++q;
      if (*q) p = q + 1;
    }
  }
  return *p ? p : NULL;
}

static int in_brackets(const Matching* m, const char* p, const char* end, char text) {
  const unsigned c = fold(m, text);
  const int negated = *p == '!' || *p == '^';
  int found = 0;
  if (negated) ++p;
  while (p < end) {
    unsigned first, last;
    if (p[0] == '[' && p[1] == ':') {
      const char* q = p + 2;
      while (!(q[0] == ':' && q[1] == ']')) ++q;
      found |= in_class(p + 2, (size_t)(q - p - 2), (unsigned char)text);
      p = q + 2;
      continue;
    }
    first = last = fold(m, *p++);
    if (*p == '-' && p + 1 < end) {
      last = fold(m, p[1]);
      p += 2;
    }
    found |= (c >= first) & (c <= last);
  }
  return found != negated;
}

static int matches(const Matching* m, const char* p, const char* text);

static int matches_star(const Matching* m, const char* p, const char* text) {
  if (is_leading(m, text)) return 0;
  while (*p == '*') ++p;
  for (;; ++text) {
    if (matches(m, p, text)) return 1;
    if (!*text || (*text == '/' && (m->flags & FNM_PATHNAME))) return 0;
  }
}

/* One character of the text that `?' and brackets may stand for. */
static int is_single(const Matching* m, const char* text) {
  return *text && !(*text == '/' && (m->flags & FNM_PATHNAME)) && !is_leading(m, text);
}

static int matches(const Matching* m, const char* p, const char* text) {
  for (;; ++p, ++text) {
    const char* end;
    if (!*p) return !*text || ((m->flags & FNM_LEADING_DIR) && *text == '/');
    if (*p == '*') return matches_star(m, p, text);
    if (*p == '?') {
      if (!is_single(m, text)) return 0;
      continue;
    }
    if (*p == '[' && (end = brackets_end(p + 1))) {
      if (!is_single(m, text) || !in_brackets(m, p + 1, end, *text)) return 0;
      p = end;
      continue;
    }
    if (*p == '\\' && !(m->flags & FNM_NOESCAPE)) ++p;
    if (!*text || !*p || fold(m, *p) != fold(m, *text)) return 0;
  }
}

/* Brackets with more than characters, ranges and classes in them, or without an end. */
static int has_strange_brackets(const char* p) {
  const char* end = brackets_end(p);
  if (!end) return 1;
  if (*p == '!' || *p == '^') ++p;
  for (; p < end; ++p) {
    if (p[0] == '[' && p[1] == ':') {
      while (!(p[0] == ':' && p[1] == ']')) ++p;
      ++p;
    } else if (*p == '\\' || *p == '/' || *p == '[') {
      return 1;
    } else if (p[1] == '-' && p + 2 < end && (p[2] == '-' || p[2] == '[' || p[0] > p[2])) {
      return 1;
    }
  }
  return 0;
}

/* What is left to libc. */
static int is_strange(const char* p, int flags) {
  if (flags & FNM_EXTMATCH) return 1;
  for (; *p; ++p) {
    if (*p == '\\' && p[1] && !(flags & FNM_NOESCAPE)) {
      ++p;
    } else if (*p == '[') {
      if (has_strange_brackets(p + 1)) return 1;
      p = brackets_end(p + 1);
    }
  }
  return 0;
}

int MODEL(fnmatch)(const char* pattern, const char* text, int flags) {
  const Matching m = {text, flags};
  if (REAL(other_locale)() || is_strange(pattern, flags)) {
    __cuttle_pin(pattern, REAL(strnlen)(pattern, (size_t)-1) + 1);
    __cuttle_pin(text, REAL(strnlen)(text, (size_t)-1) + 1);
    return REAL(fnmatch)(pattern, text, flags);
  }
  return matches(&m, pattern, text) ? 0 : FNM_NOMATCH;
}
