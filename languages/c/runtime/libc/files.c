/* SPDX-License-Identifier: Apache-2.0 */

/* Models of system calls that bring data in. Files that are inputs (sources.h) give symbolic bytes;
 * of all others the buffers are concrete afterwards. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/inputs/sources.h"
#include "languages/c/runtime/memory/objects.h"
#include "languages/c/runtime/memory/shadow.h"
#include "languages/c/runtime/modelling.h"

#define MODEL __attribute__((weak, visibility("default")))
#define SELF(name) ((const void*)__cuttle_model_##name)

/* Pins the symbolic ones of the arguments, which go to the system. */
static void pin_arguments(const void* function, uint32_t count) {
  uint32_t ids[8], i;
  cuttle_take_arguments(function, ids, count);
  for (i = 0; i < count; ++i)
    if (ids[i])
      __cuttle_concretise(ids[i], cuttle_get(ids[i])->value, __cuttle_thread.site,
                          CUTTLE_REASON_ENVIRONMENT);
}

static void deliver(void* to, const void* from, size_t size) {
  cuttle_check_range(to, size, __cuttle_thread.site);
  cuttle_shadow_copy(to, from, size);
  memcpy(to, from, size);
}

MODEL ssize_t __cuttle_model_read(int fd, void* buffer, size_t size) {
  CuttleFile* file;
  ssize_t got;
  pin_arguments(SELF(read), 3);
  file = __cuttle_file_of_descriptor(fd);
  if (file) {
    const uint8_t* bytes;
    got = (ssize_t)__cuttle_file_take(file, size, &bytes);
    deliver(buffer, bytes, (size_t)got);
    return got;
  }
  got = read(fd, buffer, size);
  if (got > 0) __cuttle_clear(buffer, (uint64_t)got);
  return got;
}

MODEL ssize_t __cuttle_model_pread(int fd, void* buffer, size_t size, off_t offset) {
  CuttleFile* file;
  ssize_t got;
  pin_arguments(SELF(pread), 4);
  file = __cuttle_file_of_descriptor(fd);
  if (file) {
    const int64_t before = __cuttle_file_seek(file, 0, SEEK_CUR);
    const uint8_t* bytes;
    __cuttle_file_seek(file, offset, SEEK_SET);
    got = (ssize_t)__cuttle_file_take(file, size, &bytes);
    deliver(buffer, bytes, (size_t)got);
    __cuttle_file_seek(file, before, SEEK_SET);
    return got;
  }
  got = pread(fd, buffer, size, offset);
  if (got > 0) __cuttle_clear(buffer, (uint64_t)got);
  return got;
}

MODEL off_t __cuttle_model_lseek(int fd, off_t offset, int whence) {
  CuttleFile* file;
  int64_t result;
  pin_arguments(SELF(lseek), 3);
  file = __cuttle_file_of_descriptor(fd);
  if (!file) return lseek(fd, offset, whence);
  result = __cuttle_file_seek(file, offset, whence);
  if (result < 0) errno = EINVAL;
  return result;
}

/* The length of the file is seen, hence decided. */
static void see_size(CuttleFile* file) {
  const int64_t before = __cuttle_file_seek(file, 0, SEEK_CUR);
  __cuttle_file_seek(file, 0, SEEK_END);
  __cuttle_file_seek(file, before, SEEK_SET);
}

MODEL int __cuttle_model_fstat(int fd, struct stat* status) {
  CuttleFile* file;
  int result;
  pin_arguments(SELF(fstat), 2);
  file = __cuttle_file_of_descriptor(fd);
  result = fstat(fd, status);
  __cuttle_clear(status, sizeof(*status));
  if (file) see_size(file);
  return result;
}

MODEL int __cuttle_model_stat(const char* path, struct stat* status) {
  int fd, result;
  pin_arguments(SELF(stat), 2);
  if (__cuttle_file_open(path, &fd)) {
    result = __cuttle_model_fstat(fd, status);
    close(fd);
    return result;
  }
  result = stat(path, status);
  __cuttle_clear(status, sizeof(*status));
  return result;
}

MODEL void* __cuttle_model_mmap(void* at, size_t size, int protection, int flags, int fd,
                                off_t offset) {
  CuttleFile* file;
  void* p;
  pin_arguments(SELF(mmap), 6);
  file = fd >= 0 ? __cuttle_file_of_descriptor(fd) : NULL;
  p = mmap(at, size, protection, file ? (flags & ~MAP_SHARED) | MAP_PRIVATE : flags, fd, offset);
  if (p == MAP_FAILED) return p;
  if (__cuttle_any_symbolic(p, size)) __cuttle_clear(p, size);
  if (file) {
    const int64_t before = __cuttle_file_seek(file, 0, SEEK_CUR);
    const uint8_t* bytes;
    uint64_t got;
    __cuttle_file_seek(file, offset, SEEK_SET);
    got = __cuttle_file_take(file, size, &bytes);
    cuttle_shadow_copy(p, bytes, got);
    __cuttle_file_seek(file, before, SEEK_SET);
    cuttle_source_mapped(p, size);
  }
  return p;
}

MODEL int __cuttle_model_munmap(void* at, size_t size) {
  pin_arguments(SELF(munmap), 2);
  cuttle_source_unmapped(at);
  return munmap(at, size);
}

static int reads_only(int flags) {
  return (flags & O_ACCMODE) == O_RDONLY || ((flags & O_ACCMODE) == O_RDWR && !(flags & O_TRUNC));
}

MODEL int __cuttle_model_open(const char* path, int flags, ...) {
  va_list rest;
  int fd;
  mode_t mode;
  pin_arguments(SELF(open), 2);
  if (reads_only(flags) && __cuttle_file_open(path, &fd)) return fd;
  va_start(rest, flags);
  mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open(path, flags, mode);
}

MODEL FILE* __cuttle_model_fopen(const char* path, const char* mode) {
  CuttleFile* file;
  FILE* stream;
  int fd;
  pin_arguments(SELF(fopen), 2);
  if (mode[0] != 'r' || !(file = __cuttle_file_open(path, &fd))) return fopen(path, mode);
  stream = fdopen(fd, mode);
  if (stream) __cuttle_file_attach(file, stream);
  return stream;
}

MODEL FILE* __cuttle_model_fdopen(int fd, const char* mode) {
  CuttleFile* file;
  FILE* stream;
  pin_arguments(SELF(fdopen), 2);
  file = __cuttle_file_of_descriptor(fd);
  stream = fdopen(fd, mode);
  if (stream && file) __cuttle_file_attach(file, stream);
  return stream;
}

MODEL int __cuttle_model_fclose(FILE* stream) {
  CuttleFile* file = __cuttle_file_of_stream(stream);
  pin_arguments(SELF(fclose), 1);
  if (file) __cuttle_file_close(file);
  return fclose(stream);
}

MODEL int __cuttle_model_access(const char* path, int mode) {
  int fd;
  pin_arguments(SELF(access), 2);
  if (__cuttle_file_open(path, &fd)) {
    close(fd);
    return 0;
  }
  return access(path, mode);
}

MODEL char* __cuttle_model_getenv(const char* name) {
  char* value;
  pin_arguments(SELF(getenv), 1);
  return cuttle_source_variable(name, &value) ? value : getenv(name);
}
