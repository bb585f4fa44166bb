/* SPDX-License-Identifier: Apache-2.0 */

/* Formatted output: what goes out is of no consequence for the program. (What goes into a buffer is
 * in languages/c/models/printf.c.) */

#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>

#include "languages/c/runtime/core/state.h"

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
PLAIN_OUTPUT(int, putchar, (int c), (c))
PLAIN_OUTPUT(int, putc, (int c, FILE* stream), (c, stream))
PLAIN_OUTPUT(int, fputc, (int c, FILE* stream), (c, stream))
PLAIN_OUTPUT(size_t, fwrite, (const void* from, size_t size, size_t count, FILE* stream),
             (from, size, count, stream))
