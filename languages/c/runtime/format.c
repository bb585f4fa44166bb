/* SPDX-License-Identifier: Apache-2.0 */

/* Formatted output. What goes out is of no consequence for the program. What goes into a buffer is
 * not followed: the symbolic values and strings that went into it are pinned and reported. */

#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "languages/c/runtime/objects.h"
#include "languages/c/runtime/state.h"

#define MODEL __attribute__((weak, visibility("default")))
#define SELF(name) ((const void*)__cuttle_model_##name)

/* ---- Pinning what is formatted --------------------------------------------------------------- */

static void pin_arguments(const void* function) {
  uint32_t ids[CUTTLE_MAX_ARGUMENTS], i;
  cuttle_take_arguments(function, ids, CUTTLE_MAX_ARGUMENTS);
  for (i = 0; i < CUTTLE_MAX_ARGUMENTS; ++i)
    if (ids[i])
      __cuttle_concretise(ids[i], cuttle_get(ids[i])->value, __cuttle_thread.site,
                          CUTTLE_REASON_CONCRETISED);
}

typedef struct Conversion {
  int precision; /* -1: none */
  int is_long, is_long_double;
  char kind;
} Conversion;

/* After the percent sign. */
static const char* parse(const char* f, Conversion* c, va_list arguments) {
  c->precision = -1;
  c->is_long = c->is_long_double = 0;
  f += strspn(f, "-+ #0'I");
  for (; (*f >= '0' && *f <= '9') || *f == '*' || *f == '$'; ++f)
    if (*f == '*') (void)va_arg(arguments, int);
  if (*f == '.') {
    c->precision = 0;
    for (++f; (*f >= '0' && *f <= '9') || *f == '*'; ++f)
      c->precision = *f == '*' ? va_arg(arguments, int) : c->precision * 10 + (*f - '0');
  }
  for (; *f && strchr("hlqjztL", *f); ++f) {
    if (*f == 'L') c->is_long_double = 1;
    if (*f != 'h') c->is_long = 1;
  }
  c->kind = *f;
  return *f ? f + 1 : f;
}

static void pin_string(const char* s, int precision) {
  if (s) __cuttle_pin(s, precision < 0 ? strlen(s) + 1 : strnlen(s, (size_t)precision));
}

static void skip_value(const Conversion* c, va_list arguments) {
  if (strchr("aefgAEFG", c->kind)) {
    if (c->is_long_double)
      (void)va_arg(arguments, long double);
    else
      (void)va_arg(arguments, double);
  } else if (c->is_long || c->kind == 'p' || c->kind == 'n') {
    (void)va_arg(arguments, long);
  } else {
    (void)va_arg(arguments, int);
  }
}

static void pin_strings(const char* f, va_list arguments) {
  Conversion c;
  while ((f = strchr(f, '%'))) {
    f = parse(f + 1, &c, arguments);
    if (!c.kind) return;
    if (c.kind == '%' || c.kind == 'm') continue;
    if (c.kind == 's' && !c.is_long)
      pin_string(va_arg(arguments, const char*), c.precision);
    else
      skip_value(&c, arguments);
  }
}

/* vsnprintf with everything around it. `capacity` is what the buffer is said to hold. */
static int format(char* to, size_t capacity, const char* f, va_list arguments) {
  va_list copy;
  int size;
  if (cuttle_rt.active) {
    va_copy(copy, arguments);
    pin_strings(f, copy);
    va_end(copy);
  }
  va_copy(copy, arguments);
  size = vsnprintf(NULL, 0, f, copy);
  va_end(copy);
  if (size >= 0 && capacity) {
    const size_t stored = (size_t)size < capacity ? (size_t)size + 1 : capacity;
    cuttle_check_range(to, stored, __cuttle_thread.site);
    __cuttle_clear(to, stored);
  }
  return vsnprintf(to, capacity, f, arguments);
}

#define UNBOUNDED 0x7fffffffu

#define VARIADIC(name, parameters, last, call) \
  MODEL int __cuttle_model_##name parameters { \
    va_list arguments;                         \
    int result;                                \
    pin_arguments(SELF(name));                 \
    va_start(arguments, last);                 \
    result = call;                             \
    va_end(arguments);                         \
    return result;                             \
  }
#define WITH_LIST(name, parameters, call)      \
  MODEL int __cuttle_model_##name parameters { \
    pin_arguments(SELF(name));                 \
    return call;                               \
  }

VARIADIC(sprintf, (char* to, const char* f, ...), f, format(to, UNBOUNDED, f, arguments))
VARIADIC(snprintf, (char* to, size_t size, const char* f, ...), f, format(to, size, f, arguments))
WITH_LIST(vsprintf, (char* to, const char* f, va_list arguments),
          format(to, UNBOUNDED, f, arguments))
WITH_LIST(vsnprintf, (char* to, size_t size, const char* f, va_list arguments),
          format(to, size, f, arguments))
VARIADIC(__sprintf_chk, (char* to, int flag, size_t room, const char* f, ...), f,
         ((void)flag, format(to, room < UNBOUNDED ? room : UNBOUNDED, f, arguments)))
VARIADIC(__snprintf_chk, (char* to, size_t size, int flag, size_t room, const char* f, ...), f,
         ((void)flag, (void)room, format(to, size, f, arguments)))

/* ---- Into new memory ------------------------------------------------------------------------- */

static int format_new(char** made, const char* f, va_list arguments) {
  va_list copy;
  int size;
  va_copy(copy, arguments);
  pin_strings(f, copy);
  va_end(copy);
  size = vasprintf(made, f, arguments);
  __cuttle_clear(made, sizeof(*made));
  if (size >= 0) __cuttle_clear(*made, (size_t)size + 1);
  return size;
}

VARIADIC(asprintf, (char** made, const char* f, ...), f, format_new(made, f, arguments))
WITH_LIST(vasprintf, (char** made, const char* f, va_list arguments),
          format_new(made, f, arguments))

/* ---- Output: nothing to pin ------------------------------------------------------------------ */

#define OUTPUT(name, parameters, last, call)   \
  MODEL int __cuttle_model_##name parameters { \
    va_list arguments;                         \
    int result;                                \
    __cuttle_thread.callee = NULL;             \
    va_start(arguments, last);                 \
    result = call;                             \
    va_end(arguments);                         \
    return result;                             \
  }
#define PLAIN_OUTPUT(result, name, parameters, arguments) \
  MODEL result __cuttle_model_##name parameters {         \
    __cuttle_thread.callee = NULL;                        \
    return name arguments;                                \
  }

OUTPUT(printf, (const char* f, ...), f, vprintf(f, arguments))
OUTPUT(fprintf, (FILE * stream, const char* f, ...), f, vfprintf(stream, f, arguments))
OUTPUT(dprintf, (int fd, const char* f, ...), f, vdprintf(fd, f, arguments))
OUTPUT(__printf_chk, (int flag, const char* f, ...), f, ((void)flag, vprintf(f, arguments)))
OUTPUT(__fprintf_chk, (FILE * stream, int flag, const char* f, ...), f,
       ((void)flag, vfprintf(stream, f, arguments)))
PLAIN_OUTPUT(int, vprintf, (const char* f, va_list arguments), (f, arguments))
PLAIN_OUTPUT(int, vfprintf, (FILE * stream, const char* f, va_list arguments),
             (stream, f, arguments))
PLAIN_OUTPUT(int, puts, (const char* text), (text))
PLAIN_OUTPUT(int, fputs, (const char* text, FILE* stream), (text, stream))
PLAIN_OUTPUT(int, putchar, (int c), (c))
PLAIN_OUTPUT(int, putc, (int c, FILE* stream), (c, stream))
PLAIN_OUTPUT(int, fputc, (int c, FILE* stream), (c, stream))
PLAIN_OUTPUT(size_t, fwrite, (const void* from, size_t size, size_t count, FILE* stream),
             (from, size, count, stream))
