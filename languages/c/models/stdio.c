/* SPDX-License-Identifier: Apache-2.0 */

/* Reading from streams. A stream over a file that is an input gives its symbolic bytes; any other
 * is libc's. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "languages/c/models/models.h"
#include "languages/c/models/stream.h"

/* ---- One character --------------------------------------------------------------------------- */

int cuttle_next_character(FILE* stream) {
  CuttleStream* s = __cuttle_stream_of(stream);
  const uint8_t* byte;
  int pushed;
  if (!s) return REAL(fgetc)(stream);
  pushed = __cuttle_stream_pop(s);
  if (pushed >= 0) return pushed;
  return __cuttle_stream_take(s, 1, &byte) ? *byte : EOF;
}

int MODEL(fgetc)(FILE* stream) {
  return cuttle_next_character(stream);
}
SAME(getc, fgetc);
SAME(getc_unlocked, fgetc);
SAME(fgetc_unlocked, fgetc);
SAME(_IO_getc, fgetc);
SAME(__uflow, fgetc); /* behind macros: the buffer, which is always empty, is used up */

int MODEL(getchar)(void) {
  return cuttle_next_character(stdin);
}
SAME(getchar_unlocked, getchar);

int MODEL(ungetc)(int c, FILE* stream) {
  CuttleStream* s = __cuttle_stream_of(stream);
  if (!s) return REAL(ungetc)(c, stream);
  return __cuttle_stream_push(s, c) < 0 ? EOF : (unsigned char)c;
}
SAME(_IO_ungetc, ungetc);

int MODEL(__underflow)(FILE* stream) {
  const int c = cuttle_next_character(stream);
  if (c != EOF) __cuttle_model_ungetc(c, stream);
  return c;
}

/* ---- Lines and blocks ------------------------------------------------------------------------ */

char* MODEL(fgets)(char* to, int size, FILE* stream) {
  int n = 0;
  if (!__cuttle_stream_of(stream)) return REAL(fgets)(to, size, stream);
  if (size <= 0) return NULL;
  while (n < size - 1) {
    const int c = cuttle_next_character(stream);
    if (c == EOF) break;
    to[n++] = (char)c;
    if (c == '\n') break;
  }
  if (n == 0 && size > 1) return NULL;
  to[n] = 0;
  return to;
}
SAME(fgets_unlocked, fgets);
SAME(_IO_fgets, fgets);

char* MODEL(__fgets_chk)(char* to, size_t room, int size, FILE* stream) {
  if (size > 0 && (size_t)size > room) __chk_fail();
  return __cuttle_model_fgets(to, size, stream);
}
SAME(__fgets_unlocked_chk, __fgets_chk);

char* MODEL(gets)(char* to) {
  size_t n = 0;
  int c;
  while ((c = cuttle_next_character(stdin)) != EOF && c != '\n') to[n++] = (char)c;
  if (c == EOF && n == 0) return NULL;
  to[n] = 0;
  return to;
}
SAME(_IO_gets, gets);

char* MODEL(__gets_chk)(char* to, size_t room) {
  size_t n = 0;
  int c;
  while ((c = cuttle_next_character(stdin)) != EOF && c != '\n') {
    if (n + 1 >= room) __chk_fail();
    to[n++] = (char)c;
  }
  if (c == EOF && n == 0) return NULL;
  to[n] = 0;
  return to;
}

size_t MODEL(fread)(void* to, size_t size, size_t count, FILE* stream) {
  CuttleStream* s = __cuttle_stream_of(stream);
  const uint8_t* bytes;
  size_t got = 0, more, wanted = size * count;
  int pushed;
  if (!s) return REAL(fread)(to, size, count, stream);
  if (!wanted) return 0;
  while (got < wanted && (pushed = __cuttle_stream_pop(s)) >= 0) ((char*)to)[got++] = (char)pushed;
  while (got < wanted && (more = __cuttle_stream_take(s, wanted - got, &bytes))) {
    __cuttle_model_memcpy((char*)to + got, bytes, more);
    got += more;
  }
  return got / size;
}
SAME(fread_unlocked, fread);
SAME(_IO_fread, fread);

size_t MODEL(__fread_chk)(void* to, size_t room, size_t size, size_t count, FILE* stream) {
  if (size && room / size < count) __chk_fail();
  return __cuttle_model_fread(to, size, count, stream);
}
SAME(__fread_unlocked_chk, __fread_chk);

int MODEL(getw)(FILE* stream) {
  int word;
  return __cuttle_model_fread(&word, sizeof(word), 1, stream) == 1 ? word : EOF;
}

ssize_t MODEL(getdelim)(char** line, size_t* size, int delimiter, FILE* stream) {
  size_t n = 0;
  int c;
  if (!__cuttle_stream_of(stream)) return REAL(getdelim)(line, size, delimiter, stream);
  if (!line || !size) {
    errno = EINVAL;
    return -1;
  }
  do {
    c = cuttle_next_character(stream);
    if (c == EOF) break;
    if (!*line || n + 2 > *size) {
      const size_t larger = *line && *size ? *size * 2 : 120;
      char* moved = (char*)realloc(*line, larger);
      if (!moved) return -1;
      *line = moved;
      *size = larger;
    }
    (*line)[n++] = (char)c;
  } while (c != delimiter);
  if (n == 0) return -1;
  (*line)[n] = 0;
  return (ssize_t)n;
}
SAME(__getdelim, getdelim);

ssize_t MODEL(getline)(char** line, size_t* size, FILE* stream) {
  return __cuttle_model_getdelim(line, size, '\n', stream);
}

/* ---- Position and state ---------------------------------------------------------------------- */

int MODEL(feof)(FILE* stream) {
  CuttleStream* s = __cuttle_stream_of(stream);
  return s ? __cuttle_stream_at_end(s, -1) : REAL(feof)(stream);
}
SAME(feof_unlocked, feof);
SAME(_IO_feof, feof);

void MODEL(clearerr)(FILE* stream) {
  CuttleStream* s = __cuttle_stream_of(stream);
  if (s)
    __cuttle_stream_at_end(s, 0);
  else
    REAL(clearerr)(stream);
}
SAME(clearerr_unlocked, clearerr);

int MODEL(fseek)(FILE* stream, long offset, int whence) {
  CuttleStream* s = __cuttle_stream_of(stream);
  if (!s) return REAL(fseek)(stream, offset, whence);
  if (__cuttle_stream_seek(s, offset, whence) >= 0) return 0;
  errno = EINVAL;
  return -1;
}
SAME(fseeko, fseek);
SAME(fseeko64, fseek);

long MODEL(ftell)(FILE* stream) {
  CuttleStream* s = __cuttle_stream_of(stream);
  return s ? (long)__cuttle_stream_tell(s) : REAL(ftell)(stream);
}
SAME(ftello, ftell);
SAME(ftello64, ftell);
SAME(_IO_ftell, ftell);

int MODEL(fgetpos)(FILE* stream, fpos_t* position) {
  CuttleStream* s = __cuttle_stream_of(stream);
  const long at = s ? (long)__cuttle_stream_tell(s) : 0;
  if (!s) return REAL(fgetpos)(stream, position);
  __cuttle_model_memset(position, 0, sizeof(*position));
  __cuttle_model_memcpy(position, &at, sizeof(at)); /* where libc has it, too */
  return at < 0 ? -1 : 0;
}
SAME(fgetpos64, fgetpos);
SAME(_IO_fgetpos, fgetpos);
SAME(_IO_fgetpos64, fgetpos);

int MODEL(fsetpos)(FILE* stream, const fpos_t* position) {
  CuttleStream* s = __cuttle_stream_of(stream);
  long at;
  if (!s) return REAL(fsetpos)(stream, position);
  __cuttle_model_memcpy(&at, position, sizeof(at));
  return __cuttle_stream_seek(s, at, SEEK_SET) < 0 ? -1 : 0;
}
SAME(fsetpos64, fsetpos);
SAME(_IO_fsetpos, fsetpos);
SAME(_IO_fsetpos64, fsetpos);

void MODEL(rewind)(FILE* stream) {
  CuttleStream* s = __cuttle_stream_of(stream);
  if (s)
    __cuttle_stream_seek(s, 0, SEEK_SET);
  else
    REAL(rewind)(stream);
}

int MODEL(fflush)(FILE* stream) {
  CuttleStream* s = stream ? __cuttle_stream_of(stream) : NULL;
  if (!s) return REAL(fflush)(stream);
  __cuttle_stream_flush(s);
  return 0;
}
SAME(fflush_unlocked, fflush);
SAME(_IO_fflush, fflush);
