/* SPDX-License-Identifier: Apache-2.0 */

/* The printf family into buffers. Characters of the format, of %s and of %c keep their expressions;
 * numbers are pinned to what they are and reported, as are formats with positions (%1$s). */

#include <stdarg.h>
#include <stdio.h>

#include "languages/c/models/models.h"

typedef struct Sink {
  char* to;
  size_t room; /* with the final zero; 0: nothing is stored */
  size_t size; /* so far, whether or not there was room */
} Sink;

/* How much of the next `size` characters is stored. The buffer is the object that begins at `to`,
 * also for what is beyond its end. */
static size_t fitting(const Sink* s, size_t size) {
  const size_t left = s->size + 1 < s->room ? s->room - 1 - s->size : 0;
  const size_t kept = size < left ? size : left;
  if (kept) __cuttle_check_object(s->to, s->size + kept);
  return kept;
}

static void put(Sink* s, const char* from, size_t size) {
  const size_t kept = fitting(s, size);
  if (kept) __cuttle_model_memcpy(s->to + s->size, from, kept);
  s->size += size;
}

static void pad(Sink* s, size_t size) {
  const size_t kept = fitting(s, size);
  if (kept) __cuttle_model_memset(s->to + s->size, ' ', kept);
  s->size += size;
}

/* ---- Conversions ----------------------------------------------------------------------------- */

static int is_flag(char c) {
  return (c == '-') | (c == '+') | (c == ' ') | (c == '#') | (c == '0') | (c == '\'') | (c == 'I');
}

/* Digits of a width or precision, from f[*at] on. */
static int number(const char* f, size_t* at) {
  int value = 0;
  while (f[*at] >= '0' && f[*at] <= '9') value = value * 10 + (f[(*at)++] - '0');
  return value;
}

/* Length modifiers: sizeof the integer that is meant; 16: long double. */
static int length(const char* f, size_t* at) {
  int size = 4;
  for (;; ++*at) {
    const char c = f[*at];
    if (c == 'h')
      size /= 2;
    else if (c == 'L')
      size = 16;
    else if (c == 'l' || c == 'q' || c == 'j' || c == 'z' || c == 't')
      size = 8;
    else
      return size;
  }
}

static void put_text(Sink* s, const CuttleConversion* c, const char* text, size_t size) {
  const size_t width = c->width > 0 ? (size_t)c->width : 0;
  const size_t padding = size < width ? width - size : 0;
  if (!c->left) pad(s, padding);
  put(s, text, size);
  if (c->left) pad(s, padding);
}

static void put_string(Sink* s, const CuttleConversion* c, const char* text) {
  if (!text) text = c->precision < 0 || c->precision >= 6 ? "(null)" : "";
  put_text(s, c, text,
           c->precision < 0 ? __cuttle_model_strlen(text)
                            : __cuttle_model_strnlen(text, (size_t)c->precision));
}

/* By libc, from the pinned value of `size` bytes. */
static void put_number(Sink* s, CuttleConversion* c, const void* value, size_t size) {
  char small[512];
  int needed;
  __cuttle_pin(value, size);
  __cuttle_pin(c, sizeof(*c));
  needed = REAL(format)(small, sizeof(small), c, value);
  if (needed < 0) return;
  if ((size_t)needed < sizeof(small)) {
    put(s, small, (size_t)needed);
  } else {
    char* large = (char*)REAL(malloc)((size_t)needed + 1);
    if (!large) return;
    REAL(format)(large, (size_t)needed + 1, c, value);
    put(s, large, (size_t)needed);
    REAL(free)(large);
  }
}

static void put_integer(Sink* s, CuttleConversion* c, long long value) {
  if (c->size < 8) { /* as the narrow type sees it */
    const int unused = 64 - 8 * (c->size ? c->size : 1);
    const int is_signed = (c->kind == 'd') | (c->kind == 'i');
    value = (long long)((unsigned long long)value << unused);
    value = is_signed ? value >> unused : (long long)((unsigned long long)value >> unused);
  }
  put_number(s, c, &value, sizeof(value));
}

static void store_count(void* to, int size, size_t count) {
  if (size == 8)
    *(long*)to = (long)count;
  else if (size == 2)
    *(short*)to = (short)count;
  else if (size < 2)
    *(signed char*)to = (signed char)count;
  else
    *(int*)to = (int)count;
}

/* ---- Formats --------------------------------------------------------------------------------- */

/* Lists of arguments are handed on by address: a parameter of type va_list is a pointer already. */
typedef struct Arguments {
  va_list list;
} Arguments;

/* After the percent sign; gives where the next directive or text begins. */
static size_t parse(const char* f, CuttleConversion* c, Arguments* arguments) {
  size_t at = 0, flags = 0;
  c->left = 0;
  while (is_flag(f[at])) {
    if (f[at] == '-') c->left = 1;
    if (flags + 1 < sizeof(c->flags)) c->flags[flags++] = f[at];
    ++at;
  }
  c->flags[flags] = 0;
  c->precision = -1;
  if (f[at] == '*') {
    ++at;
    c->width = va_arg(arguments->list, int);
    if (c->width < 0) {
      c->left = 1;
      c->width = -c->width;
    }
  } else {
    c->width = number(f, &at);
  }
  if (f[at] == '.') {
    ++at;
    if (f[at] == '*') {
      ++at;
      c->precision = va_arg(arguments->list, int);
    } else {
      c->precision = number(f, &at);
    }
  }
  c->size = length(f, &at);
  c->kind = f[at];
  return c->kind ? at + 1 : at;
}

static void convert(Sink* s, CuttleConversion* c, Arguments* arguments) {
  switch (c->kind) {
    case '%':
      put(s, "%", 1);
      break;
    case 'c': {
      const char character = (char)va_arg(arguments->list, int);
      put_text(s, c, &character, 1);
      break;
    }
    case 's':
      put_string(s, c, va_arg(arguments->list, const char*));
      break;
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      put_integer(s, c,
                  c->size >= 8 ? va_arg(arguments->list, long long) : va_arg(arguments->list, int));
      break;
    case 'p': {
      void* pointer = va_arg(arguments->list, void*);
      put_number(s, c, &pointer, sizeof(pointer));
      break;
    }
    case 'n':
      store_count(va_arg(arguments->list, void*), c->size, s->size);
      break;
    case 'm':
      put_number(s, c, NULL, 0);
      break;
    default:
      if (c->size == 16) {
        long double value = va_arg(arguments->list, long double);
        put_number(s, c, &value, 10);
      } else {
        double value = va_arg(arguments->list, double);
        put_number(s, c, &value, sizeof(value));
      }
  }
}

/* Formats that are left to libc: with positions, wide characters or unknown conversions. */
static int is_followed(const char* f) {
  size_t at = 0;
  while (f[at]) {
    if (f[at++] != '%') continue;
    while (is_flag(f[at]) || (f[at] >= '0' && f[at] <= '9') || f[at] == '.' || f[at] == '*') ++at;
    const int size = length(f, &at);
    switch (f[at]) {
      case 'c':
      case 's':
        if (size == 8) return 0;
        break;
      case '%':
      case 'd':
      case 'i':
      case 'o':
      case 'u':
      case 'x':
      case 'X':
      case 'p':
      case 'n':
      case 'm':
      case 'a':
      case 'A':
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        break;
      default:
        return 0;
    }
    ++at;
  }
  return 1;
}

static int unfollowed(char* to, size_t room, const char* f, Arguments* arguments) {
  __cuttle_limitation(CUTTLE_REASON_UNSUPPORTED, __cuttle_thread.site, "format of printf");
  return REAL(vsnprintf)(to, room, f, arguments->list);
}

static int print(char* to, size_t room, const char* f, Arguments* arguments) {
  Sink s = {to, room, 0};
  CuttleConversion c;
  if (!is_followed(f)) return unfollowed(to, room, f, arguments);
  while (*f) {
    size_t text = 0;
    while (f[text] && f[text] != '%') ++text;
    put(&s, f, text);
    f += text;
    if (!*f) break;
    f += 1 + parse(f + 1, &c, arguments);
    convert(&s, &c, arguments);
  }
  if (room) {
    const size_t end = s.size < room ? s.size : room - 1;
    __cuttle_check_object(to, end + 1);
    __cuttle_model_memset(to + end, 0, 1);
  }
  return (int)s.size;
}

/* Into new memory, of the size that libc finds. */
static int print_new(char** made, const char* f, Arguments* arguments) {
  va_list copy;
  int size;
  va_copy(copy, arguments->list);
  size = REAL(vsnprintf)(NULL, 0, f, copy);
  va_end(copy);
  if (size < 0) return size;
  *made = (char*)__cuttle_model_malloc((size_t)size + 1);
  return *made ? print(*made, (size_t)size + 1, f, arguments) : -1;
}

/* ---- The functions --------------------------------------------------------------------------- */

#define UNBOUNDED ((size_t)0x7fffffff)

#define PRINTING(name, parameters, last, call) \
  int MODEL(name) parameters {                 \
    Arguments arguments;                       \
    int result;                                \
    va_start(arguments.list, last);            \
    result = call;                             \
    va_end(arguments.list);                    \
    return result;                             \
  }
#define WITH_LIST(name, parameters, call) \
  int MODEL(name) parameters {            \
    Arguments arguments;                  \
    int result;                           \
    va_copy(arguments.list, list);        \
    result = call;                        \
    va_end(arguments.list);               \
    return result;                        \
  }

PRINTING(sprintf, (char* to, const char* f, ...), f, print(to, UNBOUNDED, f, &arguments))
PRINTING(snprintf, (char* to, size_t size, const char* f, ...), f, print(to, size, f, &arguments))
PRINTING(asprintf, (char** made, const char* f, ...), f, print_new(made, f, &arguments))
WITH_LIST(vsprintf, (char* to, const char* f, va_list list), print(to, UNBOUNDED, f, &arguments))
WITH_LIST(vsnprintf, (char* to, size_t size, const char* f, va_list list),
          print(to, size, f, &arguments))
WITH_LIST(vasprintf, (char** made, const char* f, va_list list), print_new(made, f, &arguments))

/* As headers name them under _FORTIFY_SOURCE. That there is not enough room is found by the checks
 * of what is stored. */
PRINTING(__sprintf_chk, (char* to, int flag, size_t room, const char* f, ...), f,
         ((void)flag, (void)room, print(to, UNBOUNDED, f, &arguments)))
PRINTING(__snprintf_chk, (char* to, size_t size, int flag, size_t room, const char* f, ...), f,
         ((void)flag, (void)room, print(to, size, f, &arguments)))
PRINTING(__asprintf_chk, (char** made, int flag, const char* f, ...), f,
         ((void)flag, print_new(made, f, &arguments)))
WITH_LIST(__vsprintf_chk, (char* to, int flag, size_t room, const char* f, va_list list),
          ((void)flag, (void)room, print(to, UNBOUNDED, f, &arguments)))
WITH_LIST(__vsnprintf_chk,
          (char* to, size_t size, int flag, size_t room, const char* f, va_list list),
          ((void)flag, (void)room, print(to, size, f, &arguments)))
WITH_LIST(__vasprintf_chk, (char** made, int flag, const char* f, va_list list),
          ((void)flag, print_new(made, f, &arguments)))

/* Other names. */
SAME(_IO_sprintf, sprintf);
SAME(_IO_vsprintf, vsprintf);
SAME(__asprintf, asprintf);
SAME(__vsnprintf, vsnprintf);
