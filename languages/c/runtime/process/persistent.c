/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/process/persistent.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "languages/c/runtime/core/reserve.h"
#include "languages/c/runtime/core/server.h"
#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/graph.h"
#include "languages/c/runtime/inputs/input_shapes.h"
#include "languages/c/runtime/inputs/sources.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/memory/objects.h"
#include "languages/c/runtime/memory/shadow.h"
#include "languages/c/runtime/process/crash.h"
#include "languages/c/runtime/process/snapshot.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/world/world.h"

#define CONTROLLER_STACK (256u * 1024)
#define MAX_RUNS 100000u /* leaks of a run that nobody sees add up */

/* Outside of what is put back. */
typedef struct Persistent {
  int active;
  int control;
  int spoiled;
  int status;
  int last_descriptor; /* those above are closed after a run */
  uint32_t runs;
  uint32_t epoch;
  ucontext_t start;      /* of a run */
  ucontext_t controller; /* what happens between runs, on a stack of its own */
  void* controller_stack;
} Persistent;

static Persistent* state;

static uint64_t microseconds_of_cpu(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000u +
         (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static int next_run(uint64_t microseconds) {
  CuttleMessage message = {CUTTLE_MESSAGE_DONE, (uint32_t)(state->status & 255) << 8, microseconds,
                           0};
  ssize_t size;
  do size = send(state->control, &message, sizeof(message), MSG_NOSIGNAL);
  while (size < 0 && errno == EINTR);
  if (size != (ssize_t)sizeof(message)) return 0;
  do size = recv(state->control, &message, sizeof(message), 0);
  while (size < 0 && errno == EINTR);
  if (size != (ssize_t)sizeof(message) || message.kind != CUTTLE_MESSAGE_RUN) return 0;
  cuttle_enter_again(&message);
  return 1;
}

static void close_new_descriptors(void) {
  syscall(SYS_close_range, state->last_descriptor + 1, state->control - 1, 0);
  syscall(SYS_close_range, state->control + 1, ~0u, 0);
}

static int standard_descriptors_open(void) {
  return fcntl(0, F_GETFD) >= 0 && fcntl(1, F_GETFD) >= 0 && fcntl(2, F_GETFD) >= 0;
}

extern char __libc_single_threaded __attribute__((weak));

/* Threads that are stacks of ours are no threads of the kernel's. */
static int is_spoiled(void) {
  const int are_stacks = cuttle_controlled() && cuttle_carriers_are_stacks();
  if (!are_stacks && &__libc_single_threaded && !__libc_single_threaded) return 1;
  return state->spoiled || state->runs >= MAX_RUNS || !standard_descriptors_open();
}

/* Between two runs; the program's stack is not in use. */
static void control(void) {
  if (is_spoiled()) _exit(state->status);
  state->epoch = cuttle_rt.epoch;
  state->runs++;
  cuttle_rt.trace->persistent_runs++;
  cuttle_shadow_reset();
  cuttle_heap_capture();
  cuttle_snapshot_restore();
  cuttle_heap_rewind();
  close_new_descriptors();
  cuttle_rt.epoch = state->epoch;
  if (!next_run(microseconds_of_cpu())) _exit(0);
  setcontext(&state->start);
  _exit(2);
}

void cuttle_persistent_end(int status) {
  if (!state || !state->active) return;
  cuttle_world_pause(); /* the memory that is put back knows it so */
  cuttle_carriers_go_home();
  state->status = status;
  getcontext(&state->controller);
  state->controller.uc_stack.ss_sp = state->controller_stack;
  state->controller.uc_stack.ss_size = CONTROLLER_STACK;
  state->controller.uc_link = NULL;
  makecontext(&state->controller, control, 0);
  setcontext(&state->controller);
}

void cuttle_persistent_spoil(void) {
  if (state) state->spoiled = 1;
}

int cuttle_persistent_fault(const void* address) {
  return state && state->active && cuttle_snapshot_fault((uint64_t)address);
}

static int highest_descriptor(int below) {
  int fd = below;
  while (--fd > 2)
    if (fcntl(fd, F_GETFD) >= 0) return fd;
  return 2;
}

static int prepare(int control_socket) {
  state = (Persistent*)cuttle_reserve(sizeof(Persistent));
  if (!state) return 0;
  state->controller_stack = cuttle_reserve(CONTROLLER_STACK);
  state->control = fcntl(control_socket, F_DUPFD_CLOEXEC, 900);
  if (!state->controller_stack || state->control < 0 || !cuttle_begin_accesses()) return 0;
  cuttle_prepare_objects();
  cuttle_begin_events();
  cuttle_schedule_prepare();
  cuttle_prepare_sources();
  cuttle_graph_prepare();
  cuttle_forget_occurrences(cuttle_rt.epoch + 1);
  cuttle_fault_hook = cuttle_persistent_fault;
  state->last_descriptor = highest_descriptor(control_socket);
  return 1;
}

void cuttle_persistent_start(int control_socket) {
  if (!prepare(control_socket)) {
    close(control_socket);
    return;
  }
  close(control_socket);
  getcontext(&state->start); /* every run comes from here, with the memory of the first */
  if (!state->active) state->active = cuttle_snapshot_take();
  if (!state->active) close(state->control);
}
