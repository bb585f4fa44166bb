/* SPDX-License-Identifier: Apache-2.0 */

/* The scanf family: conversions d i u o x X p c s [ n and floating point, with widths,
 * suppression and length modifiers. */

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "languages/c/models/models.h"
#include "languages/c/models/stream.h"

/* Where characters come from: a stream, or a string. */
typedef struct Reader {
  FILE* stream;
  const char* text;
  long count; /* characters consumed */
} Reader;

static int next(Reader* r) {
  int c;
  if (r->stream)
    c = cuttle_next_character(r->stream);
  else
    c = *r->text ? (unsigned char)*r->text++ : EOF;
  if (c != EOF) r->count++;
  return c;
}

static void back(Reader* r, int c) {
  if (c == EOF) return;
  r->count--;
  if (r->stream)
    __cuttle_model_ungetc(c, r->stream);
  else
    r->text--;
}

static int is_space(int c) {
  return (c == ' ') | ((unsigned)c - 9u < 5u);
}

static void skip_space(Reader* r) {
  int c;
  do c = next(r);
  while (is_space(c));
  back(r, c);
}

/* ---- Conversions ----------------------------------------------------------------------------- */

typedef struct Directive {
  int suppressed;
  int width;  /* 0: none */
  int length; /* sizeof the object of d, i, u, o, x, n; of floats */
  char kind;
  const char *set, *set_end; /* of [ */
} Directive;

enum { FAILED, DONE, ENDED };

static void store_integer(void* at, int size, unsigned long value) {
  if (size == 1)
    *(unsigned char*)at = (unsigned char)value;
  else if (size == 2)
    *(unsigned short*)at = (unsigned short)value;
  else if (size == 4)
    *(unsigned*)at = (unsigned)value;
  else
    *(unsigned long*)at = value;
}

static unsigned digit_of(int c, unsigned base) {
  const unsigned decimal = (unsigned)c - (unsigned)'0';
  const unsigned letter = ((unsigned)c | 32u) - (unsigned)'a';
  if (base <= 10) return decimal;
  return decimal < 10 ? decimal : letter < 26 ? letter + 10 : 99;
}

static int read_integer(Reader* r, const Directive* d, unsigned base, void* at) {
  int left = d->width ? d->width : 1 << 30, negative = 0, any = 0;
  unsigned long value = 0;
  unsigned digit;
  int c;
  skip_space(r);
  c = next(r);
  if (c == EOF) return ENDED;
  if (c == '-' || c == '+') {
    negative = c == '-';
    if (--left == 0) return FAILED;
    c = next(r);
  }
  if ((base == 0 || base == 16) && c == '0' && left > 1) {
    any = 1;
    --left;
    c = next(r);
    if ((c | 32) == 'x' && left > 1) {
      base = 16;
      any = 0;
      --left;
      c = next(r);
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  while (left > 0 && c != EOF && (digit = digit_of(c, base)) < base) {
    value = value * base + digit;
    any = 1;
    if (--left == 0) break;
    c = next(r);
  }
  if (left > 0) back(r, c);
  if (!any) return FAILED;
  if (at) store_integer(at, d->length, negative ? 0 - value : value);
  return DONE;
}

/* Collects what looks like a number; how it goes on from there is strtod's. */
static int read_float(Reader* r, const Directive* d, void* at) {
  char text[512], *end;
  int n = 0, c;
  const int most = d->width && d->width < 511 ? d->width : 511;
  double value;
  skip_space(r);
  while (n < most && (c = next(r)) != EOF) {
    const int fits = ((unsigned)c - (unsigned)'0' < 10u) | (c == '.') | (c == '-') | (c == '+') |
                     (((unsigned)c | 32u) - (unsigned)'a' < 26u);
    if (!fits) {
      back(r, c);
      break;
    }
    text[n++] = (char)c;
  }
  if (n == 0) return c == EOF ? ENDED : FAILED;
  text[n] = 0;
  value = __cuttle_model_strtod(text, &end);
  while (text + n > end) back(r, (unsigned char)text[--n]);
  if (n == 0) return FAILED;
  if (!at) return DONE;
  if (d->length == 16)
    *(long double*)at = __cuttle_model_strtold(text, &end);
  else if (d->length == 8)
    *(double*)at = value;
  else
    *(float*)at = __cuttle_model_strtof(text, &end);
  return DONE;
}

static int read_characters(Reader* r, const Directive* d, char* at) {
  const int wanted = d->width ? d->width : 1;
  int i;
  for (i = 0; i < wanted; ++i) {
    const int c = next(r);
    if (c == EOF) return i ? FAILED : ENDED;
    if (at) at[i] = (char)c;
  }
  return DONE;
}

/* Membership as one condition. */
static int in_set(const Directive* d, int c) {
  const char* s = d->set;
  const int negated = *s == '^';
  int found = 0;
  if (negated) ++s;
  while (s < d->set_end) {
    if (s + 2 < d->set_end && s[1] == '-') {
      found |= (c >= (unsigned char)s[0]) & (c <= (unsigned char)s[2]);
      s += 3;
    } else {
      found |= c == (unsigned char)*s++;
    }
  }
  return found ^ negated;
}

static int read_string(Reader* r, const Directive* d, char* at) {
  int left = d->width ? d->width : 1 << 30, n = 0, c = EOF;
  if (d->kind == 's') skip_space(r);
  while (left-- > 0) {
    c = next(r);
    if (c == EOF) break;
    if (d->kind == 's' ? is_space(c) : !in_set(d, c)) {
      back(r, c);
      break;
    }
    if (at) at[n] = (char)c;
    ++n;
  }
  if (n == 0) return c == EOF ? ENDED : FAILED;
  if (at) at[n] = 0;
  return DONE;
}

/* ---- The format ------------------------------------------------------------------------------ */

static const char* parse_length(const char* f, Directive* d) {
  switch (*f) {
    case 'h':
      d->length = f[1] == 'h' ? 1 : 2;
      return f + (f[1] == 'h' ? 2 : 1);
    case 'l':
    case 'q':
      d->length = 8;
      return f + (f[1] == 'l' ? 2 : 1);
    case 'L':
      d->length = 16;
      return f + 1;
    case 'j':
    case 'z':
    case 't':
      d->length = 8;
      return f + 1;
    default:
      return f;
  }
}

/* After the percent sign. */
static const char* parse_directive(const char* f, Directive* d) {
  memset(d, 0, sizeof(*d));
  d->length = 4;
  if (*f == '*') {
    d->suppressed = 1;
    ++f;
  }
  while (*f >= '0' && *f <= '9') d->width = d->width * 10 + (*f++ - '0');
  f = parse_length(f, d);
  d->kind = *f ? *f++ : 0;
  if (d->kind == '[') {
    d->set = f;
    if (*f == '^') ++f;
    if (*f == ']') ++f;
    while (*f && *f != ']') ++f;
    d->set_end = f;
    if (*f) ++f;
  }
  return f;
}

static int convert(Reader* r, const Directive* d, void* at) {
  switch (d->kind) {
    case 'd':
    case 'u':
      return read_integer(r, d, 10, at);
    case 'i':
      return read_integer(r, d, 0, at);
    case 'o':
      return read_integer(r, d, 8, at);
    case 'x':
    case 'X':
      return read_integer(r, d, 16, at);
    case 'c':
      return read_characters(r, d, (char*)at);
    case 's':
    case '[':
      return read_string(r, d, (char*)at);
    case 'a':
    case 'e':
    case 'f':
    case 'g':
    case 'A':
    case 'E':
    case 'F':
    case 'G':
      return read_float(r, d, at);
    default:
      return FAILED;
  }
}

static int scan(Reader* r, const char* format, va_list arguments) {
  int stored = 0;
  while (*format) {
    Directive d;
    int c, result;
    if (is_space((unsigned char)*format)) {
      skip_space(r);
      ++format;
      continue;
    }
    if (*format != '%' || format[1] == '%') {
      if (*format == '%') {
        skip_space(r);
        ++format;
      }
      c = next(r);
      if (c != (unsigned char)*format++) {
        back(r, c);
        return c == EOF && !stored ? EOF : stored;
      }
      continue;
    }
    format = parse_directive(format + 1, &d);
    if (d.kind == 'n') {
      if (!d.suppressed) store_integer(va_arg(arguments, void*), d.length, (unsigned long)r->count);
      continue;
    }
    if (d.kind == 'p') {
      d.kind = 'x';
      d.length = 8;
    }
    result = convert(r, &d, d.suppressed ? NULL : va_arg(arguments, void*));
    if (result == ENDED) return stored ? stored : EOF;
    if (result == FAILED) return stored;
    stored += !d.suppressed;
  }
  return stored;
}

/* ---- The functions --------------------------------------------------------------------------- */

int MODEL(vfscanf)(FILE* stream, const char* format, va_list arguments) {
  Reader r = {stream, NULL, 0};
  return scan(&r, format, arguments);
}
int MODEL(vsscanf)(const char* text, const char* format, va_list arguments) {
  Reader r = {NULL, text, 0};
  return scan(&r, format, arguments);
}
int MODEL(vscanf)(const char* format, va_list arguments) {
  return __cuttle_model_vfscanf(stdin, format, arguments);
}

#define VARIADIC(name, parameters, last, call) \
  int MODEL(name) parameters {                 \
    va_list arguments;                         \
    int result;                                \
    va_start(arguments, last);                 \
    result = call;                             \
    va_end(arguments);                         \
    return result;                             \
  }
VARIADIC(scanf, (const char* format, ...), format, __cuttle_model_vfscanf(stdin, format, arguments))
VARIADIC(fscanf, (FILE * stream, const char* format, ...), format,
         __cuttle_model_vfscanf(stream, format, arguments))
VARIADIC(sscanf, (const char* text, const char* format, ...), format,
         __cuttle_model_vsscanf(text, format, arguments))
/* Other names: what headers make of them under ISO C. */
SAME(__isoc99_scanf, scanf);
SAME(__isoc99_fscanf, fscanf);
SAME(__isoc99_sscanf, sscanf);
SAME(__isoc99_vscanf, vscanf);
SAME(__isoc99_vfscanf, vfscanf);
SAME(__isoc99_vsscanf, vsscanf);
SAME(__isoc23_scanf, scanf);
SAME(__isoc23_fscanf, fscanf);
SAME(__isoc23_sscanf, sscanf);
SAME(__isoc23_vscanf, vscanf);
SAME(__isoc23_vfscanf, vfscanf);
SAME(__isoc23_vsscanf, vsscanf);
SAME(__vfscanf, vfscanf);
SAME(__vsscanf, vsscanf);
SAME(_IO_sscanf, sscanf);
