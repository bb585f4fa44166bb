/* SPDX-License-Identifier: Apache-2.0 */

/* Reading from streams. A stream over a file that is an input gives its symbolic bytes; any other
 * is libc's. */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#include "languages/c/models/models.h"
#include "languages/c/models/stream.h"

/* ---- One character --------------------------------------------------------------------------- */

int cuttle_next_character(FILE* stream) {
  CuttleFile* file = __cuttle_file_of_stream(stream);
  const uint8_t* byte;
  int pushed;
  if (!file) return REAL(fgetc)(stream);
  pushed = __cuttle_file_pop(file);
  if (pushed >= 0) return pushed;
  return __cuttle_file_take(file, 1, &byte) ? *byte : EOF;
}

int MODEL(fgetc)(FILE* stream) {
  return cuttle_next_character(stream);
}
int MODEL(getc)(FILE* stream) {
  return cuttle_next_character(stream);
}
int MODEL(getchar)(void) {
  return cuttle_next_character(stdin);
}
int MODEL(getc_unlocked)(FILE* stream) {
  return cuttle_next_character(stream);
}
int MODEL(getchar_unlocked)(void) {
  return cuttle_next_character(stdin);
}
int MODEL(fgetc_unlocked)(FILE* stream) {
  return cuttle_next_character(stream);
}

int MODEL(ungetc)(int c, FILE* stream) {
  CuttleFile* file = __cuttle_file_of_stream(stream);
  if (!file) return REAL(ungetc)(c, stream);
  return __cuttle_file_push(file, c) < 0 ? EOF : (unsigned char)c;
}

/* ---- Lines and blocks ------------------------------------------------------------------------ */

char* MODEL(fgets)(char* to, int size, FILE* stream) {
  int n = 0;
  if (!__cuttle_file_of_stream(stream)) return REAL(fgets)(to, size, stream);
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

char* MODEL(gets)(char* to) {
  size_t n = 0;
  int c;
  while ((c = cuttle_next_character(stdin)) != EOF && c != '\n') to[n++] = (char)c;
  if (c == EOF && n == 0) return NULL;
  to[n] = 0;
  return to;
}

size_t MODEL(fread)(void* to, size_t size, size_t count, FILE* stream) {
  CuttleFile* file = __cuttle_file_of_stream(stream);
  const uint8_t* bytes;
  size_t got = 0, wanted = size * count;
  int pushed;
  if (!file) return REAL(fread)(to, size, count, stream);
  if (!wanted) return 0;
  while (got < wanted && (pushed = __cuttle_file_pop(file)) >= 0) ((char*)to)[got++] = (char)pushed;
  if (got < wanted) {
    const size_t more = __cuttle_file_take(file, wanted - got, &bytes);
    __cuttle_model_memcpy((char*)to + got, bytes, more);
    got += more;
  }
  return got / size;
}

ssize_t MODEL(getdelim)(char** line, size_t* size, int delimiter, FILE* stream) {
  size_t n = 0;
  int c;
  if (!__cuttle_file_of_stream(stream)) return REAL(getdelim)(line, size, delimiter, stream);
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

ssize_t MODEL(__getdelim)(char** line, size_t* size, int delimiter, FILE* stream) {
  return __cuttle_model_getdelim(line, size, delimiter, stream);
}
ssize_t MODEL(getline)(char** line, size_t* size, FILE* stream) {
  return __cuttle_model_getdelim(line, size, '\n', stream);
}

/* ---- Position and state ---------------------------------------------------------------------- */

int MODEL(feof)(FILE* stream) {
  CuttleFile* file = __cuttle_file_of_stream(stream);
  return file ? __cuttle_file_at_end(file, -1) : REAL(feof)(stream);
}

void MODEL(clearerr)(FILE* stream) {
  CuttleFile* file = __cuttle_file_of_stream(stream);
  if (file)
    __cuttle_file_at_end(file, 0);
  else
    REAL(clearerr)(stream);
}

int MODEL(fseek)(FILE* stream, long offset, int whence) {
  CuttleFile* file = __cuttle_file_of_stream(stream);
  if (!file) return REAL(fseek)(stream, offset, whence);
  return __cuttle_file_seek(file, offset, whence) < 0 ? -1 : 0;
}

int MODEL(fseeko)(FILE* stream, off_t offset, int whence) {
  return __cuttle_model_fseek(stream, offset, whence);
}

long MODEL(ftell)(FILE* stream) {
  CuttleFile* file = __cuttle_file_of_stream(stream);
  return file ? __cuttle_file_seek(file, 0, SEEK_CUR) : REAL(ftell)(stream);
}

off_t MODEL(ftello)(FILE* stream) {
  return __cuttle_model_ftell(stream);
}

void MODEL(rewind)(FILE* stream) {
  CuttleFile* file = __cuttle_file_of_stream(stream);
  if (file)
    __cuttle_file_seek(file, 0, SEEK_SET);
  else
    REAL(rewind)(stream);
}
