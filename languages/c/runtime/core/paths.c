/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/core/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Appends the parts of `path` to the absolute one; 0: too long. */
static int append(char* absolute, size_t* size, const char* path) {
  while (*path) {
    const size_t part = strcspn(path, "/");
    if (part == 2 && path[0] == '.' && path[1] == '.') {
      while (*size && absolute[--*size] != '/') {
      }
    } else if (part && !(part == 1 && path[0] == '.')) {
      if (*size + part + 2 > CUTTLE_PATH_SIZE) return 0;
      absolute[(*size)++] = '/';
      memcpy(absolute + *size, path, part);
      *size += part;
    }
    path += part + (path[part] == '/');
  }
  return 1;
}

/* Calls of the system, because the functions around them may be ours. */
static int folder_path(int folder, char* base) {
  char name[40];
  long got;
  if (folder == AT_FDCWD) return syscall(SYS_getcwd, base, CUTTLE_PATH_SIZE) > 0;
  snprintf(name, sizeof(name), "/proc/self/fd/%d", folder);
  got = syscall(SYS_readlink, name, base, CUTTLE_PATH_SIZE - 1);
  if (got <= 0) return 0;
  base[got] = 0;
  return base[0] == '/';
}

int cuttle_absolute_path(int folder, const char* path, char* absolute) {
  char base[CUTTLE_PATH_SIZE];
  size_t size = 0;
  const int saved = errno;
  int ok = 1;
  if (path[0] != '/') ok = folder_path(folder, base) && append(absolute, &size, base);
  ok = ok && append(absolute, &size, path);
  if (ok && size == 0) absolute[size++] = '/';
  absolute[ok ? size : 0] = 0;
  errno = saved;
  return ok;
}

int cuttle_path_of_descriptor(const char* path) {
  static const char* const folders[] = {"/dev/fd/", "/proc/self/fd/"};
  size_t i;
  if (!strcmp(path, "/dev/stdin")) return 0;
  for (i = 0; i < sizeof(folders) / sizeof(folders[0]); ++i) {
    const size_t size = strlen(folders[i]);
    const char* at = path + size;
    int fd = 0;
    if (strncmp(path, folders[i], size) != 0 || !*at) continue;
    for (; *at >= '0' && *at <= '9' && fd < 100000; ++at) fd = 10 * fd + (*at - '0');
    return *at ? -1 : fd;
  }
  return -1;
}
