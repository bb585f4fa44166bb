/* SPDX-License-Identifier: Apache-2.0 */

/* Models of what takes the names of files (or tells what they are): those that are inputs
 * (sources.h) are there, and have the contents of this run. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "languages/c/runtime/core/answers.h"
#include "languages/c/runtime/inputs/sources.h"
#include "languages/c/runtime/libc/model.h"
#include "languages/c/runtime/world/world.h"

/* ---- What a file is -------------------------------------------------------------------------- */

/* A memory file as if it were one with a name; the length is seen, hence decided. */
static void describe(CuttleFile* file, struct stat* status) {
  status->st_mode = S_IFREG | 0644;
  status->st_nlink = 1;
  status->st_size = (off_t)__cuttle_file_size(file);
}

/* Times and numbers of files are the file system's, and nobody minds those. */
static int told(const char* name, const struct stat* status, int result) {
  const int64_t facts[3] = {result, result ? 0 : (int64_t)status->st_mode,
                            result || S_ISDIR(status->st_mode) ? 0 : (int64_t)status->st_size};
  cuttle_answer(name, facts, sizeof(facts));
  return result;
}

static int status_of(int fd, struct stat* status) {
  CuttleFile* file = __cuttle_file_of_descriptor(fd);
  const int result = fstat(fd, status);
  __cuttle_clear(status, sizeof(*status));
  if (file && !__cuttle_file_is_connection(file) && result == 0) describe(file, status);
  return file ? result : told("fstat", status, result);
}

static int status_at(int folder, const char* path, struct stat* status, int flags) {
  int fd, result;
  if ((flags & AT_EMPTY_PATH) && path && !*path) return status_of(folder, status);
  if (__cuttle_file_open(folder, path, &fd)) {
    result = status_of(fd, status);
    close(fd);
    return result;
  }
  result = fstatat(folder, path, status, flags);
  __cuttle_clear(status, sizeof(*status));
  return told("stat", status, result);
}

MODEL int __cuttle_model_fstat(int fd, struct stat* status) {
  pin_arguments(SELF(fstat), 2);
  return status_of(fd, status);
}
SAME(fstat64, fstat);

MODEL int __cuttle_model_stat(const char* path, struct stat* status) {
  pin_arguments(SELF(stat), 2);
  return status_at(AT_FDCWD, path, status, 0);
}
SAME(stat64, stat);

MODEL int __cuttle_model_lstat(const char* path, struct stat* status) {
  pin_arguments(SELF(lstat), 2);
  return status_at(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
SAME(lstat64, lstat);

MODEL int __cuttle_model_fstatat(int folder, const char* path, struct stat* status, int flags) {
  pin_arguments(SELF(fstatat), 4);
  return status_at(folder, path, status, flags);
}
SAME(fstatat64, fstatat);

/* As headers before 2.33 name them; the version comes first. */
MODEL int __cuttle_model___fxstat(int version, int fd, struct stat* status) {
  (void)version;
  pin_arguments(SELF(__fxstat), 3);
  return status_of(fd, status);
}
SAME(__fxstat64, __fxstat);

MODEL int __cuttle_model___xstat(int version, const char* path, struct stat* status) {
  (void)version;
  pin_arguments(SELF(__xstat), 3);
  return status_at(AT_FDCWD, path, status, 0);
}
SAME(__xstat64, __xstat);

MODEL int __cuttle_model___lxstat(int version, const char* path, struct stat* status) {
  (void)version;
  pin_arguments(SELF(__lxstat), 3);
  return status_at(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
SAME(__lxstat64, __lxstat);

MODEL int __cuttle_model___fxstatat(int version, int folder, const char* path, struct stat* status,
                                    int flags) {
  (void)version;
  pin_arguments(SELF(__fxstatat), 5);
  return status_at(folder, path, status, flags);
}
SAME(__fxstatat64, __fxstatat);

MODEL int __cuttle_model_statx(int folder, const char* path, int flags, unsigned mask,
                               struct statx* result) {
  struct stat status;
  CuttleFile* file;
  int fd = folder, status_code;
  pin_arguments(SELF(statx), 5);
  file = (flags & AT_EMPTY_PATH) && path && !*path ? __cuttle_file_of_descriptor(folder)
                                                   : __cuttle_file_open(folder, path, &fd);
  if (file && __cuttle_file_is_connection(file)) file = NULL;
  status_code =
      file ? statx(fd, "", AT_EMPTY_PATH, mask, result) : statx(folder, path, flags, mask, result);
  __cuttle_clear(result, sizeof(*result));
  if (file && status_code == 0) {
    describe(file, &status);
    result->stx_mode = (uint16_t)status.st_mode;
    result->stx_nlink = (uint32_t)status.st_nlink;
    result->stx_size = (uint64_t)status.st_size;
  }
  if (file && fd != folder) close(fd);
  return status_code;
}

static int access_at(int folder, const char* path, int mode, int flags) {
  int fd;
  if (__cuttle_file_open(folder, path, &fd)) {
    close(fd);
    if (!(mode & X_OK)) return 0;
    errno = EACCES;
    return -1;
  }
  return faccessat(folder, path, mode, flags);
}

MODEL int __cuttle_model_access(const char* path, int mode) {
  pin_arguments(SELF(access), 2);
  return access_at(AT_FDCWD, path, mode, 0);
}

MODEL int __cuttle_model_euidaccess(const char* path, int mode) {
  pin_arguments(SELF(euidaccess), 2);
  return access_at(AT_FDCWD, path, mode, AT_EACCESS);
}
SAME(eaccess, euidaccess);

MODEL int __cuttle_model_faccessat(int folder, const char* path, int mode, int flags) {
  pin_arguments(SELF(faccessat), 4);
  return access_at(folder, path, mode, flags);
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* An input that is written to is followed only as far as it is read before. */
static int reads(int flags) {
  if ((flags & O_ACCMODE) == O_WRONLY || (flags & (O_TRUNC | O_PATH | O_DIRECTORY))) return 0;
  return (flags & (O_CREAT | O_EXCL)) != (O_CREAT | O_EXCL);
}

static int open_at(int folder, const char* path, int flags, mode_t mode) {
  int fd;
  if (!reads(flags) || !__cuttle_file_open(folder, path, &fd))
    return openat(folder, cuttle_world_path(path), flags, mode);
  if ((flags & O_ACCMODE) == O_RDWR)
    __cuttle_limitation(CUTTLE_REASON_ENVIRONMENT, __cuttle_thread.site,
                        "a file that is an input may be written to");
  if (!(flags & O_CLOEXEC)) fcntl(fd, F_SETFD, 0);
  return fd;
}

static int has_mode(int flags) {
  return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
}

MODEL int __cuttle_model_open(const char* path, int flags, ...) {
  va_list rest;
  mode_t mode;
  pin_arguments(SELF(open), 3);
  va_start(rest, flags);
  mode = has_mode(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_at(AT_FDCWD, path, flags, mode);
}
SAME(open64, open);
SAME(__open, open);
SAME(__open64, open);
SAME(__open_2, open);
SAME(__open64_2, open);

MODEL int __cuttle_model_openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  mode_t mode;
  pin_arguments(SELF(openat), 4);
  va_start(rest, flags);
  mode = has_mode(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_at(folder, path, flags, mode);
}
SAME(openat64, openat);
SAME(__openat_2, openat);
SAME(__openat64_2, openat);

/* ---- Streams --------------------------------------------------------------------------------- */

static int reads_stream(const char* mode) {
  if (mode[0] != 'r') return 0;
  if (strchr(mode, '+'))
    __cuttle_limitation(CUTTLE_REASON_ENVIRONMENT, __cuttle_thread.site,
                        "a file that is an input may be written to");
  return 1;
}

MODEL FILE* __cuttle_model_fopen(const char* path, const char* mode) {
  FILE* stream;
  int fd;
  pin_arguments(SELF(fopen), 2);
  if (mode[0] != 'r' || !__cuttle_file_open(AT_FDCWD, path, &fd))
    return fopen(cuttle_world_path(path), mode);
  stream = reads_stream(mode) ? fdopen(fd, mode) : NULL;
  if (stream) __cuttle_stream_attach(stream);
  return stream;
}
SAME(fopen64, fopen);
SAME(_IO_fopen, fopen);

MODEL FILE* __cuttle_model_fdopen(int fd, const char* mode) {
  FILE* stream;
  pin_arguments(SELF(fdopen), 2);
  stream = fdopen(fd, mode);
  if (stream && __cuttle_file_of_descriptor(fd)) __cuttle_stream_attach(stream);
  return stream;
}
SAME(_IO_fdopen, fdopen);

/* With an input the stream is opened on something harmless first, whose descriptor then becomes
 * that of the input. */
MODEL FILE* __cuttle_model_freopen(const char* path, const char* mode, FILE* stream) {
  FILE* opened;
  int fd = -1;
  pin_arguments(SELF(freopen), 3);
  __cuttle_stream_close(stream);
  if (!path || mode[0] != 'r' || !__cuttle_file_open(AT_FDCWD, path, &fd)) {
    opened = freopen(cuttle_world_path(path), mode, stream);
    if (opened && __cuttle_file_of_descriptor(fileno(opened))) __cuttle_stream_attach(opened);
    return opened;
  }
  opened = reads_stream(mode) ? freopen("/dev/null", mode, stream) : NULL;
  if (opened) {
    dup2(fd, fileno(opened));
    __cuttle_stream_attach(opened);
  }
  close(fd);
  return opened;
}
SAME(freopen64, freopen);

MODEL int __cuttle_model_fclose(FILE* stream) {
  pin_arguments(SELF(fclose), 1);
  __cuttle_stream_close(stream);
  return fclose(stream);
}
SAME(_IO_fclose, fclose);

MODEL int __cuttle_model_setvbuf(FILE* stream, char* buffer, int kind, size_t size) {
  pin_arguments(SELF(setvbuf), 4);
  __cuttle_stream_block(stream, kind == _IONBF ? 1 : buffer && size ? size : BUFSIZ / 2);
  return setvbuf(stream, buffer, kind, size);
}
SAME(_IO_setvbuf, setvbuf);

MODEL void __cuttle_model_setbuf(FILE* stream, char* buffer) {
  pin_arguments(SELF(setbuf), 2);
  __cuttle_stream_block(stream, buffer ? BUFSIZ : 1);
  setbuf(stream, buffer);
}

MODEL void __cuttle_model_setbuffer(FILE* stream, char* buffer, size_t size) {
  pin_arguments(SELF(setbuffer), 3);
  __cuttle_stream_block(stream, buffer ? size : 1);
  setbuffer(stream, buffer, size);
}
SAME(_IO_setbuffer, setbuffer);

/* ---- Environment variables ------------------------------------------------------------------- */

MODEL char* __cuttle_model_getenv(const char* name) {
  char* value;
  pin_arguments(SELF(getenv), 1);
  return cuttle_source_variable(name, &value) ? value : getenv(name);
}
SAME(secure_getenv, getenv);
