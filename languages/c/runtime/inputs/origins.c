/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/core/origins.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/inputs/contents.h"
#include "languages/c/runtime/inputs/sources.h"
#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

static struct timespec began; /* as the file system tells the time */

void cuttle_begin_origins(void) {
  cuttle_kernel(SYS_clock_gettime, CLOCK_REALTIME_COARSE, (long)&began, 0, 0, 0, 0);
}

/* Has anything been read that others could depend on? */
static int has_inputs(void) {
  return cuttle_rt.active && cuttle_rt.trace->areas[CUTTLE_AREA_READS].count > 0;
}

static int is_later(const struct timespec* a, const struct timespec* b) {
  return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec >= b->tv_nsec;
}

/* Files that tell of the world are made when they are opened, but not by the program. */
static int is_of_the_world(int fd) {
  static const char start[] = "/memfd:" CUTTLE_WORLD_FILE;
  char link[40], name[sizeof(start)];
  snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
  return readlink(link, name, sizeof(name) - 1) == sizeof(name) - 1 &&
         !memcmp(name, start, sizeof(name) - 1);
}

void cuttle_note_origin(int fd) {
  struct stat status;
  if (!has_inputs() || cuttle_kernel(SYS_fstat, fd, (long)&status, 0, 0, 0, 0) != 0) return;
  if (S_ISREG(status.st_mode) && is_later(&status.st_mtim, &began) && !is_of_the_world(fd))
    cuttle_event(CUTTLE_REASON_ENVIRONMENT, __cuttle_thread.site,
                 "a file that the program has written is read again");
  if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode))
    cuttle_event(CUTTLE_REASON_ENVIRONMENT, __cuttle_thread.site,
                 "a pipe or a connection is read that is no input");
}

void cuttle_note_stream_origin(FILE* stream) {
  if (stream->_IO_read_ptr >= stream->_IO_read_end && stream->_fileno >= 0)
    cuttle_note_origin(stream->_fileno);
}

void cuttle_note_fork(void) {
  const uint32_t streams =
      1u << CUTTLE_SOURCE_STDIN | 1u << CUTTLE_SOURCE_FILE | 1u << CUTTLE_SOURCE_ACCEPT;
  cuttle_reach_all();
  if (has_inputs() || (cuttle_rt.active && cuttle_has_source(streams)))
    cuttle_event(CUTTLE_REASON_ENVIRONMENT, __cuttle_thread.site,
                 "a process that the program started by fork is not followed");
}
