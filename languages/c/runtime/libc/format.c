/* SPDX-License-Identifier: Apache-2.0 */

/* Formatted output: what goes out is of no consequence for the program. (What goes into a buffer is
 * in languages/c/models/printf.c.) */

#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/modelling.h"

#define SAME(other, name) CUTTLE_SAME_MODEL(other, name)
#define MODEL __attribute__((weak, visibility("default")))

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
OUTPUT(__dprintf_chk, (int fd, int flag, const char* f, ...), f,
       ((void)flag, vdprintf(fd, f, arguments)))
PLAIN_OUTPUT(int, vdprintf, (int fd, const char* f, va_list arguments), (fd, f, arguments))
MODEL int __cuttle_model___vprintf_chk(int flag, const char* f, va_list arguments) {
  (void)flag;
  return __cuttle_model_vprintf(f, arguments);
}
MODEL int __cuttle_model___vfprintf_chk(FILE* stream, int flag, const char* f, va_list arguments) {
  (void)flag;
  return __cuttle_model_vfprintf(stream, f, arguments);
}
MODEL int __cuttle_model___vdprintf_chk(int fd, int flag, const char* f, va_list arguments) {
  (void)flag;
  return __cuttle_model_vdprintf(fd, f, arguments);
}

SAME(_IO_printf, printf);
SAME(_IO_fprintf, fprintf);
SAME(_IO_vfprintf, vfprintf);
SAME(_IO_puts, puts);
SAME(_IO_fputs, fputs);
SAME(fputs_unlocked, fputs);
