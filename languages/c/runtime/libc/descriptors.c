/* SPDX-License-Identifier: Apache-2.0 */

/* Models of system calls that read from descriptors. Files that are inputs (sources.h) give
 * symbolic bytes; of all others the buffers are concrete afterwards. */

#define _GNU_SOURCE
#include "languages/c/runtime/libc/descriptors.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "languages/c/runtime/core/answers.h"
#include "languages/c/runtime/core/origins.h"
#include "languages/c/runtime/inputs/sources.h"
#include "languages/c/runtime/libc/model.h"
#include "languages/c/runtime/memory/objects.h"
#include "languages/c/runtime/memory/shadow.h"

static void deliver(void* to, const void* from, size_t size) {
  cuttle_check_range(to, size, __cuttle_thread.site);
  cuttle_shadow_copy(to, from, size);
  memcpy(to, from, size);
}

ssize_t cuttle_concrete(int fd, const char* name, void* buffer, ssize_t got) {
  if (got > 0) {
    __cuttle_clear(buffer, (uint64_t)got);
    cuttle_answer_of(fd, name, buffer, (size_t)got);
  }
  return got;
}

CuttleFile* cuttle_input_of(int fd) {
  CuttleFile* file = __cuttle_file_of_descriptor(fd);
  if (!file) cuttle_note_origin(fd);
  return file;
}

/* ---- read and its kin ------------------------------------------------------------------------ */

ssize_t cuttle_read_file(CuttleFile* file, void* buffer, size_t size) {
  const uint8_t* bytes;
  const size_t got = (size_t)__cuttle_file_take(file, size, &bytes);
  deliver(buffer, bytes, got);
  return (ssize_t)got;
}

ssize_t cuttle_read_file_at(CuttleFile* file, void* buffer, size_t size, off_t offset) {
  const uint8_t* bytes;
  size_t got;
  if (offset < 0) {
    errno = EINVAL;
    return -1;
  }
  got = (size_t)__cuttle_file_read(file, (uint64_t)offset, size, &bytes);
  deliver(buffer, bytes, got);
  return (ssize_t)got;
}

MODEL ssize_t __cuttle_model_read(int fd, void* buffer, size_t size) {
  CuttleFile* file;
  pin_arguments(SELF(read), 3);
  file = cuttle_input_of(fd);
  return file ? cuttle_read_file(file, buffer, size)
              : cuttle_concrete(fd, "read", buffer, read(fd, buffer, size));
}
SAME(__read, read);

MODEL ssize_t __cuttle_model_pread(int fd, void* buffer, size_t size, off_t offset) {
  CuttleFile* file;
  pin_arguments(SELF(pread), 4);
  file = cuttle_input_of(fd);
  return file ? cuttle_read_file_at(file, buffer, size, offset)
              : cuttle_concrete(fd, "pread", buffer, pread(fd, buffer, size, offset));
}
SAME(pread64, pread);
SAME(__pread64, pread);

MODEL ssize_t __cuttle_model___read_chk(int fd, void* buffer, size_t size, size_t room) {
  pin_arguments(SELF(__read_chk), 4);
  if (size > room) __chk_fail();
  return __cuttle_model_read(fd, buffer, size);
}

MODEL ssize_t __cuttle_model___pread_chk(int fd, void* buffer, size_t size, off_t offset,
                                         size_t room) {
  pin_arguments(SELF(__pread_chk), 5);
  if (size > room) __chk_fail();
  return __cuttle_model_pread(fd, buffer, size, offset);
}
SAME(__pread64_chk, __pread_chk);

/* ---- Several buffers ------------------------------------------------------------------------- */

void cuttle_clear_buffers(const struct iovec* parts, int count, ssize_t got) {
  int i;
  for (i = 0; i < count && got > 0; ++i) {
    const size_t some = (size_t)got < parts[i].iov_len ? (size_t)got : parts[i].iov_len;
    __cuttle_clear(parts[i].iov_base, some);
    cuttle_answer("readv", parts[i].iov_base, some);
    got -= (ssize_t)some;
  }
}

/* One buffer after the other; offset -1: from where the file is. */
ssize_t cuttle_read_parts(CuttleFile* file, const struct iovec* parts, int count, off_t offset) {
  ssize_t total = 0;
  int i;
  for (i = 0; i < count; ++i) {
    const ssize_t got =
        offset < 0 ? cuttle_read_file(file, parts[i].iov_base, parts[i].iov_len)
                   : cuttle_read_file_at(file, parts[i].iov_base, parts[i].iov_len, offset + total);
    total += got;
    if ((size_t)got < parts[i].iov_len) break;
  }
  return total;
}

void cuttle_pin_parts(const struct iovec* parts, int count) {
  if (count > 0) __cuttle_pin(parts, (size_t)count * sizeof(*parts));
}

MODEL ssize_t __cuttle_model_readv(int fd, const struct iovec* parts, int count) {
  CuttleFile* file;
  ssize_t got;
  pin_arguments(SELF(readv), 3);
  cuttle_pin_parts(parts, count);
  file = cuttle_input_of(fd);
  if (file) return cuttle_read_parts(file, parts, count, -1);
  got = readv(fd, parts, count);
  cuttle_clear_buffers(parts, count, got);
  return got;
}

MODEL ssize_t __cuttle_model_preadv2(int fd, const struct iovec* parts, int count, off_t offset,
                                     int flags) {
  CuttleFile* file;
  ssize_t got;
  pin_arguments(SELF(preadv2), 5);
  cuttle_pin_parts(parts, count);
  file = cuttle_input_of(fd);
  if (file) return cuttle_read_parts(file, parts, count, offset);
  got = preadv2(fd, parts, count, offset, flags);
  cuttle_clear_buffers(parts, count, got);
  return got;
}
SAME(preadv64v2, preadv2);

MODEL ssize_t __cuttle_model_preadv(int fd, const struct iovec* parts, int count, off_t offset) {
  pin_arguments(SELF(preadv), 4);
  if (offset < 0) {
    errno = EINVAL;
    return -1;
  }
  return __cuttle_model_preadv2(fd, parts, count, offset, 0);
}
SAME(preadv64, preadv);

/* ---- Position and size ----------------------------------------------------------------------- */

MODEL off_t __cuttle_model_lseek(int fd, off_t offset, int whence) {
  CuttleFile* file;
  int64_t result;
  pin_arguments(SELF(lseek), 3);
  file = __cuttle_file_of_descriptor(fd);
  if (!file || __cuttle_file_is_connection(file)) return lseek(fd, offset, whence);
  result = __cuttle_file_seek(file, offset, whence);
  if (result < 0) errno = whence == SEEK_DATA || whence == SEEK_HOLE ? ENXIO : EINVAL;
  return result;
}
SAME(lseek64, lseek);
SAME(__lseek, lseek);

/* How much is left to read. */
static int bytes_left(CuttleFile* file, int* result) {
  const int64_t position = __cuttle_file_seek(file, 0, SEEK_CUR);
  const int64_t size = (int64_t)__cuttle_file_size(file);
  *result = size > position ? (int)(size - position) : 0;
  return 0;
}

/* How much the argument of a request points to. Most say it themselves; the old ones of terminals
 * do not. */
static size_t request_size(unsigned long request) {
  if (_IOC_SIZE(request)) return _IOC_SIZE(request);
  switch (request) {
    case TCGETS:
    case TCSETS:
    case TCSETSW:
    case TCSETSF:
      return 36; /* the kernel's termios */
    case TIOCGWINSZ:
    case TIOCSWINSZ:
      return sizeof(struct winsize);
    default:
      return sizeof(int);
  }
}

MODEL int __cuttle_model_ioctl(int fd, unsigned long request, ...) {
  CuttleFile* file;
  va_list rest;
  void* argument;
  pin_arguments(SELF(ioctl), 3);
  va_start(rest, request);
  argument = va_arg(rest, void*);
  va_end(rest);
  file = request == FIONREAD ? __cuttle_file_of_descriptor(fd) : NULL;
  if (argument > (void*)4096) __cuttle_pin(argument, request_size(request));
  return file ? bytes_left(file, (int*)argument) : ioctl(fd, request, argument);
}

/* Another run may have left another file behind. */
static void answer_mapping(int fd) {
  struct stat status;
  int64_t facts[3];
  if (fstat(fd, &status) != 0) return;
  facts[0] = status.st_size;
  facts[1] = status.st_mtim.tv_sec;
  facts[2] = status.st_mtim.tv_nsec;
  cuttle_answer_of(fd, "mmap", facts, sizeof(facts));
}

/* ---- Mappings -------------------------------------------------------------------------------- */

MODEL void* __cuttle_model_mmap(void* at, size_t size, int protection, int flags, int fd,
                                off_t offset) {
  CuttleFile* file;
  void* p;
  pin_arguments(SELF(mmap), 6);
  file = fd >= 0 && !(flags & MAP_ANONYMOUS) ? cuttle_input_of(fd) : NULL;
  if (file && __cuttle_file_is_connection(file)) file = NULL;
  p = mmap(at, size, protection, file ? (flags & ~MAP_SHARED) | MAP_PRIVATE : flags, fd, offset);
  if (p == MAP_FAILED) return p;
  if (!file && fd >= 0) answer_mapping(fd);
  if (__cuttle_any_symbolic(p, size)) __cuttle_clear(p, size);
  if (file) {
    const uint8_t* bytes;
    const uint64_t got = __cuttle_file_read(file, (uint64_t)offset, size, &bytes);
    cuttle_shadow_copy(p, bytes, got);
    cuttle_source_mapped(p, size);
  }
  return p;
}
SAME(mmap64, mmap);

MODEL int __cuttle_model_munmap(void* at, size_t size) {
  pin_arguments(SELF(munmap), 2);
  cuttle_source_unmapped(at);
  return munmap(at, size);
}
