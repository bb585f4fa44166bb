/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What the runtime offers to models (languages/c/models), beside runtime.h. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "languages/c/runtime/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* Files that are inputs (sources.h), for the models. */
typedef struct CuttleFile CuttleFile;
CuttleFile* __cuttle_file_open(const char* path, int* fd); /* NULL: not an input */
CuttleFile* __cuttle_file_of_descriptor(int fd);           /* the same */
CuttleFile* __cuttle_file_of_stream(void* stream);         /* the same; a FILE* */
void __cuttle_file_attach(CuttleFile* file, void* stream);
void __cuttle_file_close(CuttleFile* file);
/* Reads at the current position: how many of the wanted bytes there are, and where. */
uint64_t __cuttle_file_take(CuttleFile* file, uint64_t wanted, const uint8_t** bytes);
int64_t __cuttle_file_seek(CuttleFile* file, int64_t offset, int whence); /* -1: impossible */
int __cuttle_file_at_end(CuttleFile* file, int change); /* feof; `change` < 0 only asks */
int __cuttle_file_push(CuttleFile* file, int c);        /* ungetc */
int __cuttle_file_pop(CuttleFile* file);                /* what was pushed, or -1 */

/* The object that begins at `at` must have this size: otherwise the run ends as a bug. */
void __cuttle_check_object(const void* at, uint64_t size);

/* Where a symbolic byte is in a text that is not symbolic: *position, as one expression. 0: does
 * not apply. */
#define CUTTLE_UP_TO_ZERO ((size_t)-1) /* as the size: a string with its terminator */
#define CUTTLE_NOWHERE ((size_t)-1)    /* as the position */
int __cuttle_look_for(const void* text, size_t size, int byte, size_t* position);

/* libc's own, for the models. */
size_t __cuttle_real_strnlen(const char* s, size_t most);
void* __cuttle_real_malloc(size_t size);
void __cuttle_real_free(void* p);
double __cuttle_real_strtod(const char* s, char** end);
float __cuttle_real_strtof(const char* s, char** end);
long double __cuttle_real_strtold(const char* s, char** end);
char __cuttle_real_decimal_point(void);
int __cuttle_real_vsnprintf(char* to, size_t size, const char* format, va_list arguments);
/* One conversion of printf; an integer in *value is a long long. Gives the size, as snprintf. */
typedef struct CuttleConversion {
  char flags[8];
  char kind;
  int left;             /* - is among the flags */
  int width, precision; /* 0 and -1: none */
  int size;             /* of the argument; 16: long double */
} CuttleConversion;
int __cuttle_real_format(char* to, size_t size, const CuttleConversion* conversion,
                         const void* value);
int __cuttle_real_fgetc(FILE* stream);
int __cuttle_real_ungetc(int c, FILE* stream);
char* __cuttle_real_fgets(char* to, int size, FILE* stream);
size_t __cuttle_real_fread(void* to, size_t size, size_t count, FILE* stream);
ssize_t __cuttle_real_getdelim(char** line, size_t* size, int delimiter, FILE* stream);
int __cuttle_real_feof(FILE* stream);
void __cuttle_real_clearerr(FILE* stream);
int __cuttle_real_fseek(FILE* stream, long offset, int whence);
long __cuttle_real_ftell(FILE* stream);
void __cuttle_real_rewind(FILE* stream);
/* libstdc++'s: __basic_file<char>::open, ios_base::Init::Init, ios_base::ios_base, locale::locale,
 * locale::classic. */
void* __cuttle_real_filebuf_open(void* self, const char* path, int mode, int protection);
void __cuttle_real_stream_init(void* self);
void __cuttle_real_stream_base(void* self);
void __cuttle_real_locale(void* self);
void __cuttle_real_named_locale(void* self, const char* name);
const void* __cuttle_real_classic_locale(void);

/* Those of the runtime itself; the others are in languages/c/models. */
void* __cuttle_model_memcpy(void* to, const void* from, size_t size);
void* __cuttle_model_memmove(void* to, const void* from, size_t size);
void* __cuttle_model_mempcpy(void* to, const void* from, size_t size);
void* __cuttle_model_memset(void* to, int byte, size_t size);
int __cuttle_model_memcmp(const void* a, const void* b, size_t size);
int __cuttle_model_bcmp(const void* a, const void* b, size_t size);
int __cuttle_model_strcmp(const char* a, const char* b);
int __cuttle_model_strcoll(const char* a, const char* b);
int __cuttle_model_strncmp(const char* a, const char* b, size_t size);
int __cuttle_model_strcasecmp(const char* a, const char* b);
int __cuttle_model_strncasecmp(const char* a, const char* b, size_t size);
void __cuttle_model_bcopy(const void* from, void* to, size_t size);
void __cuttle_model_bzero(void* to, size_t size);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
