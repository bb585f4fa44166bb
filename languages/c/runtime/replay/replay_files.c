/* SPDX-License-Identifier: Apache-2.0 */

/* Files that are inputs, in a plain build: the functions that take a path are ours, and give the
 * file with the test's contents in its place. */

#define _GNU_SOURCE
#include "languages/c/runtime/replay/replay_files.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define MAX_REDIRECTIONS 64

static struct {
  const char* from;
  const char* to;
} redirections[MAX_REDIRECTIONS];
static unsigned redirection_count;

void cuttle_replay_redirect(const char* from, const char* to) {
  if (redirection_count == MAX_REDIRECTIONS) return;
  redirections[redirection_count].from = from;
  redirections[redirection_count].to = to;
  ++redirection_count;
}

static const char* redirected(const char* path) {
  unsigned i;
  for (i = 0; path && i < redirection_count; ++i)
    if (!strcmp(path, redirections[i].from)) return redirections[i].to;
  return path;
}

static int open_file(int folder, const char* path, int flags, va_list rest) {
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  return (int)syscall(SYS_openat, folder, redirected(path), flags, mode);
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

#define OPEN_STREAM(name)                                               \
  EXPORT FILE* name(const char* path, const char* mode) {               \
    FILE* (*real)(const char*, const char*) =                           \
        (FILE * (*)(const char*, const char*)) dlsym(RTLD_NEXT, #name); \
    return real ? real(redirected(path), mode) : NULL;                  \
  }
OPEN_STREAM(fopen)
OPEN_STREAM(fopen64)

EXPORT int stat(const char* path, struct stat* result) {
  return fstatat(AT_FDCWD, redirected(path), result, 0);
}

EXPORT int lstat(const char* path, struct stat* result) {
  return fstatat(AT_FDCWD, redirected(path), result, AT_SYMLINK_NOFOLLOW);
}

EXPORT int access(const char* path, int mode) {
  return faccessat(AT_FDCWD, redirected(path), mode, 0);
}
