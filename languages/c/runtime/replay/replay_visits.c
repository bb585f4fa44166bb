/* SPDX-License-Identifier: Apache-2.0 */
#include "languages/c/runtime/replay/replay_visits.h"

#include <fcntl.h>
#include <stdlib.h>

#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/visits.h"

#define MAX_VISITORS 16
static struct {
  unsigned port;
  const char* path;
} visitors[MAX_VISITORS];
static unsigned visitor_count;
static uint8_t speech[CUTTLE_LONGEST_VISIT];

static size_t read_speech(const char* path) {
  const int fd = (int)KERNEL(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  size_t size = 0;
  while (fd >= 0 && size < sizeof(speech)) {
    const long got = KERNEL(SYS_read, fd, speech + size, sizeof(speech) - size);
    if (got <= 0) break;
    size += (size_t)got;
  }
  if (fd >= 0) KERNEL(SYS_close, fd);
  return size;
}

static int visitor(unsigned port, const uint8_t** bytes, size_t* size) {
  unsigned i;
  for (i = 0; i < visitor_count; ++i) {
    if (visitors[i].port != port) continue;
    *size = read_speech(visitors[i].path);
    *bytes = speech;
    return 1;
  }
  return 0;
}

void cuttle_replay_visitor(const char* port_and_path) {
  char* rest;
  if (visitor_count == MAX_VISITORS) return;
  visitors[visitor_count].port = (unsigned)strtoul(port_and_path, &rest, 10);
  visitors[visitor_count++].path = rest + (*rest == ' ');
  cuttle_world_visitor = visitor;
}
