/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What the runtime offers to models (languages/c/models), beside runtime.h. */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <wchar.h>
#include <wctype.h>

#include "languages/c/runtime/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* Another name of a model, at the same address: ids are passed by address. */
#define CUTTLE_SAME_MODEL(other, name)                            \
  extern __typeof__(__cuttle_model_##name) __cuttle_model_##other \
      __attribute__((weak, alias("__cuttle_model_" #name)))

/* Files that are inputs (sources.h), for the models. Relative paths begin at the descriptor
 * `folder` (AT_FDCWD: the working folder). */
typedef struct CuttleFile CuttleFile;
CuttleFile* __cuttle_file_open(int folder, const char* path, int* fd); /* NULL: not an input */
CuttleFile* __cuttle_file_of_descriptor(int fd);                       /* the same */
/* Reads: how many of the wanted bytes there are, and where. `take` moves the position. */
uint64_t __cuttle_file_read(CuttleFile* file, uint64_t position, uint64_t wanted,
                            const uint8_t** bytes);
uint64_t __cuttle_file_take(CuttleFile* file, uint64_t wanted, const uint8_t** bytes);
int64_t __cuttle_file_seek(CuttleFile* file, int64_t offset, int whence); /* -1: impossible */
int __cuttle_file_is_connection(const CuttleFile* file); /* without position and size */
uint64_t __cuttle_file_size(CuttleFile* file); /* as a number: other lengths are other paths */
/* A stream reads a block ahead, or to the end: gives where it begins. */
uint64_t __cuttle_file_fill(CuttleFile* file, uint64_t block);

/* Streams over them (streams.c); `stream` is a FILE*. */
typedef struct CuttleStream CuttleStream;
CuttleStream* __cuttle_stream_of(void* stream); /* NULL: not an input */
/* Where the stream over the descriptor is in its file; without one: `position`. */
uint64_t __cuttle_stream_position(int fd, uint64_t position);
void __cuttle_stream_attach(void* stream); /* to the file of its descriptor */
void __cuttle_stream_close(void* stream);
/* At least one byte, unless it is at the end; not more than the block that is there. */
uint64_t __cuttle_stream_take(CuttleStream* s, uint64_t wanted, const uint8_t** bytes);
int64_t __cuttle_stream_seek(CuttleStream* s, int64_t offset, int whence); /* -1: impossible */
int64_t __cuttle_stream_tell(CuttleStream* s);
int __cuttle_stream_at_end(CuttleStream* s, int change); /* feof; `change` < 0 only asks */
int __cuttle_stream_push(CuttleStream* s, int c);        /* ungetc */
int __cuttle_stream_pop(CuttleStream* s);                /* what was pushed, or -1 */
void __cuttle_stream_flush(CuttleStream* s);
void __cuttle_stream_block(void* stream, uint64_t size); /* setvbuf */

/* Is the environment variable an input, until the program sets or removes it itself (`changed`)? */
int __cuttle_variable_is_input(const char* name, int changed);
int __cuttle_real_putenv(char* setting);
int __cuttle_real_unsetenv(const char* name);
int __cuttle_real_clearenv(void);

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
int __cuttle_real_fgetpos(FILE* stream, fpos_t* position);
int __cuttle_real_fsetpos(FILE* stream, const fpos_t* position);
int __cuttle_real_fflush(FILE* stream);
/* Locales: is that of characters another one than "C"? And what libc has for those. */
int __cuttle_real_other_locale(void);
#define CUTTLE_WIDE_KINDS(X) \
  X(iswdigit)                \
  X(iswalpha)                \
  X(iswalnum)                \
  X(iswupper)                \
  X(iswlower)                \
  X(iswxdigit)               \
  X(iswspace)                \
  X(iswblank)                \
  X(iswcntrl)                \
  X(iswprint)                \
  X(iswgraph)                \
  X(iswpunct)
#define CUTTLE_WIDE_KIND(name) int __cuttle_real_##name(wint_t c);
CUTTLE_WIDE_KINDS(CUTTLE_WIDE_KIND)
#undef CUTTLE_WIDE_KIND
wint_t __cuttle_real_towlower(wint_t c);
wint_t __cuttle_real_towupper(wint_t c);
int __cuttle_real_wcwidth(wchar_t c);
wint_t __cuttle_real_btowc(int c);
int __cuttle_real_wctob(wint_t c);
size_t __cuttle_real_mbrtowc(wchar_t* to, const char* from, size_t size, mbstate_t* state);
size_t __cuttle_real_mbsrtowcs(wchar_t* to, const char** from, size_t size, mbstate_t* state);
size_t __cuttle_real_wcrtomb(char* to, wchar_t c, mbstate_t* state);
int __cuttle_real_fnmatch(const char* pattern, const char* text, int flags);
int __cuttle_real_regcomp(void* compiled, const char* pattern, int flags);
int __cuttle_real_regexec(const void* compiled, const char* text, size_t count, void* parts,
                          int flags);
void __cuttle_real_regfree(void* compiled);

/* Time: the zone (after tzset) is UTC; and what libc makes of it. */
struct tm;
int __cuttle_real_is_utc(void);
struct tm* __cuttle_real_gmtime(const time_t* time, struct tm* to);
struct tm* __cuttle_real_localtime(const time_t* time, struct tm* to);
time_t __cuttle_real_timegm(struct tm* tm);
time_t __cuttle_real_mktime(struct tm* tm);
int __cuttle_real_other_time_locale(void); /* than "C" */
size_t __cuttle_real_strftime(char* to, size_t size, const char* format, const struct tm* tm);
char* __cuttle_real_strptime(const char* s, const char* format, struct tm* tm);

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
