/* SPDX-License-Identifier: Apache-2.0 */

/* Giving way: others may run, and nothing else is known. Sleeping is that, and the time of this
 * world goes on; so is waiting for what another task has yet to write into a pipe or a socket. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "languages/c/runtime/schedule/ends.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

static void give_way(int may_be_cancelled) {
  CuttleOperation operation;
  if (!__cuttle_threads || !cuttle_controlled()) return;
  operation = cuttle_operation(CUTTLE_SYNC_YIELD, NULL);
  operation.is_last = 1;
  if (may_be_cancelled)
    cuttle_cancellation_point(&operation);
  else
    cuttle_visible(&operation);
  cuttle_watch_operation(cuttle_task, &operation);
}

void cuttle_pause_sleeping(void) {
  give_way(1);
}

WORLD int sched_yield(void) {
  if (!cuttle_controlled()) return (int)KERNEL(SYS_sched_yield);
  give_way(0);
  return 0;
}

WORLD void thrd_yield(void) {
  sched_yield();
}

/* ---- Pipes and sockets ----------------------------------------------------------------------- */

static int has_input(const CuttleTask* task) {
  struct pollfd file = {(int)task->next.value, POLLIN, 0};
  struct timespec now = {0, 0};
  return cuttle_kernel(SYS_ppoll, (long)&file, 1, (long)&now, 0, 8, 0) != 0;
}

static int may_wait(int fd) {
  struct stat status;
  const long flags = cuttle_kernel(SYS_fcntl, fd, F_GETFL, 0, 0, 0, 0);
  if (flags < 0 || (flags & O_NONBLOCK) || fstat(fd, &status) != 0) return 0;
  return !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode) && !S_ISCHR(status.st_mode);
}

/* In the kernel nobody else could run. */
static void wait_for_input(int fd) {
  CuttleOperation operation;
  if (!__cuttle_threads || !cuttle_controlled() || !may_wait(fd)) return;
  cuttle_watch_complaint("in which order threads use a pipe or a socket is not explored");
  operation = cuttle_operation(CUTTLE_SYNC_YIELD, NULL);
  operation.value = (uint64_t)fd;
  operation.possible = has_input;
  cuttle_cancellation_point(&operation);
  cuttle_watch_operation(cuttle_task, &operation);
}

WORLD ssize_t read(int fd, void* to, size_t size) {
  wait_for_input(fd);
  return KERNEL(SYS_read, fd, to, size);
}

WORLD ssize_t recvfrom(int fd, void* restrict to, size_t size, int flags,
                       struct sockaddr* restrict from, socklen_t* restrict from_size) {
  if (!(flags & MSG_DONTWAIT)) wait_for_input(fd);
  return KERNEL(SYS_recvfrom, fd, to, size, flags, from, from_size);
}

WORLD ssize_t recv(int fd, void* to, size_t size, int flags) {
  return recvfrom(fd, to, size, flags, NULL, NULL);
}
