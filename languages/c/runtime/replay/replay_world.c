/* SPDX-License-Identifier: Apache-2.0 */

/* The world in a plain build that replays a test: lines "world KEY=VALUE" of the test's file. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "engine/trace/replay_format.h"
#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

static const char* find_variable(char** environment, const char* name) {
  const size_t size = strlen(name);
  for (; *environment; ++environment)
    if (!strncmp(*environment, name, size) && (*environment)[size] == '=')
      return *environment + size + 1;
  return NULL;
}

static const char* chosen_bytes;

static void set_line(char* line, char* end) {
  *end = 0;
  if (!strncmp(line, "world ", 6)) cuttle_world_set(line + 6);
  if (!strncmp(line, "random ", 7)) chosen_bytes = line + 7;
}

/* The pages stay: the values lie in them. */
static void read_settings(const char* path) {
  const int fd = (int)KERNEL(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  const long size = fd < 0 ? 0 : KERNEL(SYS_lseek, fd, 0, 2 /* SEEK_END */);
  char *text = MAP_FAILED, *line, *end;
  if (size > 0) text = (char*)mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  if (fd >= 0) KERNEL(SYS_close, fd);
  if (text == MAP_FAILED) return;
  for (line = text; (end = memchr(line, '\n', (size_t)(text + size - line))); line = end + 1)
    set_line(line, end);
}

/* Before any constructor, which may ask. */
static void start(int argc, char** argv, char** environment) {
  const char* path = find_variable(environment, CUTTLE_TEST_VARIABLE);
  (void)argc, (void)argv;
  if (!path) return;
  read_settings(path);
  cuttle_world_start(environment);
  if (chosen_bytes) cuttle_world_set_random(chosen_bytes);
}
#ifdef CUTTLE_PRELOADED /* where only programs may have the other */
#define FIRST_CONSTRUCTORS ".init_array.00100"
#else
#define FIRST_CONSTRUCTORS ".preinit_array"
#endif
__attribute__((section(FIRST_CONSTRUCTORS), used)) static void (*const first)(int, char**,
                                                                              char**) = start;
