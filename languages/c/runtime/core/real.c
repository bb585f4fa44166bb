/* SPDX-License-Identifier: Apache-2.0 */

/* libc's own functions for the models, which are compiled with the pass and would otherwise be
 * redirected to themselves. */

#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "languages/c/runtime/core/answers.h"
#include "languages/c/runtime/core/origins.h"
#include "languages/c/runtime/modelling.h"

size_t __cuttle_real_strnlen(const char* s, size_t most) {
  return strnlen(s, most);
}
void* __cuttle_real_malloc(size_t size) {
  return malloc(size);
}
void __cuttle_real_free(void* p) {
  free(p);
}
double __cuttle_real_strtod(const char* s, char** end) {
  return strtod(s, end);
}
float __cuttle_real_strtof(const char* s, char** end) {
  return strtof(s, end);
}
long double __cuttle_real_strtold(const char* s, char** end) {
  return strtold(s, end);
}

char __cuttle_real_decimal_point(void) {
  return *localeconv()->decimal_point;
}

int __cuttle_real_vsnprintf(char* to, size_t size, const char* format, va_list arguments) {
  const int needed = vsnprintf(to, size, format, arguments);
  if (needed >= 0 && size) __cuttle_clear(to, (size_t)needed < size ? (size_t)needed + 1 : size);
  return needed;
}

static const char* length_modifier(const CuttleConversion* c) {
  if (strchr("diouxX", c->kind)) return "ll";
  return c->size == 16 ? "L" : "";
}

int __cuttle_real_format(char* to, size_t size, const CuttleConversion* c, const void* value) {
  char format[64];
  int at = snprintf(format, sizeof(format), "%%%s%s", c->flags, c->left ? "-" : "");
  int needed;
  if (c->width) at += snprintf(format + at, sizeof(format) - (size_t)at, "%d", c->width);
  if (c->precision >= 0)
    at += snprintf(format + at, sizeof(format) - (size_t)at, ".%d", c->precision);
  snprintf(format + at, sizeof(format) - (size_t)at, "%s%c", length_modifier(c), c->kind);
  if (!value)
    needed = snprintf(to, size, format);
  else if (strchr("diouxX", c->kind))
    needed = snprintf(to, size, format, *(const long long*)value);
  else if (c->kind == 'p')
    needed = snprintf(to, size, format, *(void* const*)value);
  else if (c->size == 16)
    needed = snprintf(to, size, format, *(const long double*)value);
  else
    needed = snprintf(to, size, format, *(const double*)value);
  if (needed >= 0 && size) __cuttle_clear(to, (size_t)needed < size ? (size_t)needed + 1 : size);
  return needed;
}

/* Streams: what libc stores is concrete. */
int __cuttle_real_fgetc(FILE* stream) {
  int c;
  cuttle_note_stream_origin(stream);
  c = fgetc(stream);
  cuttle_answer_of(fileno(stream), "fgetc", &c, sizeof(c));
  return c;
}
int __cuttle_real_ungetc(int c, FILE* stream) {
  return ungetc(c, stream);
}
char* __cuttle_real_fgets(char* to, int size, FILE* stream) {
  char* result;
  cuttle_note_stream_origin(stream);
  result = fgets(to, size, stream);
  if (result) {
    __cuttle_clear(to, strlen(to) + 1);
    cuttle_answer_of(fileno(stream), "fgets", to, strlen(to));
  }
  return result;
}
size_t __cuttle_real_fread(void* to, size_t size, size_t count, FILE* stream) {
  size_t got;
  cuttle_note_stream_origin(stream);
  got = fread(to, size, count, stream);
  __cuttle_clear(to, got * size);
  cuttle_answer_of(fileno(stream), "fread", to, got * size);
  return got;
}
ssize_t __cuttle_real_getdelim(char** line, size_t* size, int delimiter, FILE* stream) {
  ssize_t got;
  cuttle_note_stream_origin(stream);
  got = getdelim(line, size, delimiter, stream);
  __cuttle_clear(line, sizeof(*line));
  __cuttle_clear(size, sizeof(*size));
  if (got >= 0) {
    __cuttle_clear(*line, (size_t)got + 1);
    cuttle_answer_of(fileno(stream), "getdelim", *line, (size_t)got);
  }
  return got;
}
int __cuttle_real_feof(FILE* stream) {
  return feof(stream);
}
void __cuttle_real_clearerr(FILE* stream) {
  clearerr(stream);
}
int __cuttle_real_fseek(FILE* stream, long offset, int whence) {
  return fseek(stream, offset, whence);
}
long __cuttle_real_ftell(FILE* stream) {
  return ftell(stream);
}
void __cuttle_real_rewind(FILE* stream) {
  rewind(stream);
}
int __cuttle_real_fgetpos(FILE* stream, fpos_t* position) {
  __cuttle_clear(position, sizeof(*position));
  return fgetpos(stream, position);
}
int __cuttle_real_fsetpos(FILE* stream, const fpos_t* position) {
  return fsetpos(stream, position);
}
int __cuttle_real_fflush(FILE* stream) {
  return fflush(stream);
}

/* libstdc++'s, for the models in C++ (languages/c/models); not there in programs without C++. */
extern void* filebuf_open(void* self, const char* path, int mode, int protection) __asm__(
    "_ZNSt12__basic_fileIcE4openEPKcSt13_Ios_Openmodei") __attribute__((weak));
extern void stream_init(void* self) __asm__("_ZNSt8ios_base4InitC1Ev") __attribute__((weak));
extern void stream_base(void* self) __asm__("_ZNSt8ios_baseC2Ev") __attribute__((weak));
extern void locale(void* self) __asm__("_ZNSt6localeC1Ev") __attribute__((weak));
extern void named_locale(void* self, const char* name) __asm__("_ZNSt6localeC1EPKc")
    __attribute__((weak));
extern const void* classic_locale(void) __asm__("_ZNSt6locale7classicEv") __attribute__((weak));
void* __cuttle_real_filebuf_open(void* self, const char* path, int mode, int protection) {
  return filebuf_open(self, path, mode, protection);
}
void __cuttle_real_stream_init(void* self) {
  stream_init(self);
}
void __cuttle_real_stream_base(void* self) {
  stream_base(self);
}
void __cuttle_real_locale(void* self) {
  locale(self);
}
void __cuttle_real_named_locale(void* self, const char* name) {
  named_locale(self, name);
}
const void* __cuttle_real_classic_locale(void) {
  return classic_locale();
}

int __cuttle_real_putenv(char* setting) {
  return putenv(setting);
}
int __cuttle_real_unsetenv(const char* name) {
  return unsetenv(name);
}
int __cuttle_real_clearenv(void) {
  return clearenv();
}
