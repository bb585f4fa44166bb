/* SPDX-License-Identifier: Apache-2.0 */

/* Files that are inputs, in a plain build: the functions that take a path are ours, and give the
 * file with the test's contents in its place. Every name by which libc offers them is here
 * (names.h); a test compares. */

#define _GNU_SOURCE
#include "languages/c/runtime/replay/replay_files.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "languages/c/runtime/core/paths.h"
#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

#define EXPORT __attribute__((visibility("default")))
#define MAX_REDIRECTIONS 64

static struct {
  char from[CUTTLE_PATH_SIZE];
  const char* to;
} redirections[MAX_REDIRECTIONS];
static unsigned redirection_count;

void cuttle_replay_redirect(const char* from, const char* to) {
  if (redirection_count == MAX_REDIRECTIONS) return;
  if (!cuttle_absolute_path(AT_FDCWD, from, redirections[redirection_count].from)) return;
  redirections[redirection_count++].to = to;
}

static const char* redirected(int folder, const char* path) {
  char absolute[CUTTLE_PATH_SIZE];
  unsigned i;
  if (!path || !redirection_count || !*path || !cuttle_absolute_path(folder, path, absolute))
    return path;
  for (i = 0; i < redirection_count; ++i)
    if (!strcmp(absolute, redirections[i].from)) return redirections[i].to;
  return path;
}

/* To be opened: files of the world, too. */
static const char* opened(int folder, const char* path) {
  const char* file = redirected(folder, path);
  return file == path ? cuttle_world_path(path) : file;
}

/* As the kernel's call, on the file that is meant. */
static long at(long number, int folder, const char* path, long c, long d, long e) {
  return KERNEL(number, folder,
                number == SYS_openat ? opened(folder, path) : redirected(folder, path), c, d, e);
}

/* In the place of the one that asks the world alone. */
EXPORT long syscall(long number, ...) {
  va_list rest;
  long a[6];
  int i;
  va_start(rest, number);
  for (i = 0; i < 6; ++i) a[i] = va_arg(rest, long);
  va_end(rest);
  switch (number) {
#ifdef SYS_open
    case SYS_open:
      a[0] = (long)opened(AT_FDCWD, (const char*)a[0]);
      break;
    case SYS_stat:
    case SYS_lstat:
    case SYS_access:
      a[0] = (long)redirected(AT_FDCWD, (const char*)a[0]);
      break;
#endif
    case SYS_openat:
      a[1] = (long)opened((int)a[0], (const char*)a[1]);
      break;
    case SYS_newfstatat:
    case SYS_statx:
    case SYS_faccessat:
      a[1] = (long)redirected((int)a[0], (const char*)a[1]);
      break;
    default:
      break;
  }
  return cuttle_world_syscall(number, a);
}

/* ---- Opening --------------------------------------------------------------------------------- */

static int open_file(int folder, const char* path, int flags, va_list rest) {
  const int has_mode = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
  const mode_t mode = has_mode ? va_arg(rest, mode_t) : 0;
  return (int)at(SYS_openat, folder, path, flags, (long)mode, 0);
}

#define OPEN(name)                                    \
  EXPORT int name(const char* path, int flags, ...) { \
    va_list rest;                                     \
    int fd;                                           \
    va_start(rest, flags);                            \
    fd = open_file(AT_FDCWD, path, flags, rest);      \
    va_end(rest);                                     \
    return fd;                                        \
  }
OPEN(open)
OPEN(open64)
OPEN(__open)
OPEN(__open64)

#define OPEN_AT(name)                                             \
  EXPORT int name(int folder, const char* path, int flags, ...) { \
    va_list rest;                                                 \
    int fd;                                                       \
    va_start(rest, flags);                                        \
    fd = open_file(folder, path, flags, rest);                    \
    va_end(rest);                                                 \
    return fd;                                                    \
  }
OPEN_AT(openat)
OPEN_AT(openat64)

/* Fortified: there is no mode. */
#define OPEN_2(name)                                         \
  EXPORT int name(const char* path, int flags) {             \
    return (int)at(SYS_openat, AT_FDCWD, path, flags, 0, 0); \
  }
OPEN_2(__open_2)
OPEN_2(__open64_2)
#define OPEN_AT_2(name)                                      \
  EXPORT int name(int folder, const char* path, int flags) { \
    return (int)at(SYS_openat, folder, path, flags, 0, 0);   \
  }
OPEN_AT_2(__openat_2)
OPEN_AT_2(__openat64_2)

#define OPEN_STREAM(name, next)                                         \
  EXPORT FILE* name(const char* path, const char* mode) {               \
    FILE* (*real)(const char*, const char*) =                           \
        (FILE * (*)(const char*, const char*)) dlsym(RTLD_NEXT, #next); \
    return real ? real(opened(AT_FDCWD, path), mode) : NULL;            \
  }
OPEN_STREAM(fopen, fopen)
OPEN_STREAM(fopen64, fopen64)
OPEN_STREAM(_IO_fopen, fopen)

#define REOPEN_STREAM(name)                                                    \
  EXPORT FILE* name(const char* path, const char* mode, FILE* stream) {        \
    FILE* (*real)(const char*, const char*, FILE*) =                           \
        (FILE * (*)(const char*, const char*, FILE*)) dlsym(RTLD_NEXT, #name); \
    return real ? real(opened(AT_FDCWD, path), mode, stream) : NULL;           \
  }
REOPEN_STREAM(freopen)
REOPEN_STREAM(freopen64)

/* ---- What a file is -------------------------------------------------------------------------- */

static int status_at(int folder, const char* path, void* result, int flags) {
  return (int)at(SYS_newfstatat, folder, path, (long)result, flags, 0);
}

#define STATUS(name, type, flags)                           \
  EXPORT int name(const char* path, type* result) {         \
    return status_at(AT_FDCWD, path, (void*)result, flags); \
  }
STATUS(stat, struct stat, 0)
STATUS(stat64, struct stat64, 0)
STATUS(lstat, struct stat, AT_SYMLINK_NOFOLLOW)
STATUS(lstat64, struct stat64, AT_SYMLINK_NOFOLLOW)

EXPORT int fstatat(int folder, const char* path, struct stat* result, int flags) {
  return status_at(folder, path, result, flags);
}
EXPORT int fstatat64(int folder, const char* path, struct stat64* result, int flags) {
  return status_at(folder, path, result, flags);
}

/* As headers before 2.33 name them. */
#define OLD_STATUS(name, flags)                                  \
  EXPORT int name(int version, const char* path, void* result) { \
    (void)version;                                               \
    return status_at(AT_FDCWD, path, result, flags);             \
  }
OLD_STATUS(__xstat, 0)
OLD_STATUS(__xstat64, 0)
OLD_STATUS(__lxstat, AT_SYMLINK_NOFOLLOW)
OLD_STATUS(__lxstat64, AT_SYMLINK_NOFOLLOW)
#define OLD_STATUS_AT(name)                                                             \
  EXPORT int name(int version, int folder, const char* path, void* result, int flags) { \
    (void)version;                                                                      \
    return status_at(folder, path, result, flags);                                      \
  }
OLD_STATUS_AT(__fxstatat)
OLD_STATUS_AT(__fxstatat64)

EXPORT int statx(int folder, const char* path, int flags, unsigned mask, struct statx* result) {
  return (int)at(SYS_statx, folder, path, flags, mask, (long)result);
}

static int access_at(int folder, const char* path, int mode, int flags) {
  int (*real)(int, const char*, int, int) =
      (int (*)(int, const char*, int, int))dlsym(RTLD_NEXT, "faccessat");
  return real ? real(folder, redirected(folder, path), mode, flags) : -1;
}

EXPORT int faccessat(int folder, const char* path, int mode, int flags) {
  return access_at(folder, path, mode, flags);
}
EXPORT int access(const char* path, int mode) {
  return access_at(AT_FDCWD, path, mode, 0);
}
EXPORT int euidaccess(const char* path, int mode) {
  return access_at(AT_FDCWD, path, mode, AT_EACCESS);
}
EXPORT int eaccess(const char* path, int mode) {
  return access_at(AT_FDCWD, path, mode, AT_EACCESS);
}
