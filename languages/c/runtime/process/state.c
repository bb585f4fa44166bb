/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/core/state.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "languages/c/runtime/core/answers.h"
#include "languages/c/runtime/core/origins.h"
#include "languages/c/runtime/inputs/graph_pointers.h"
#include "languages/c/runtime/inputs/input_shapes.h"
#include "languages/c/runtime/inputs/sources.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/memory/poison.h"
#include "languages/c/runtime/memory/shadow.h"
#include "languages/c/runtime/process/persistent.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/threads/threads.h"
#include "languages/c/runtime/world/world.h"

CuttleRuntime cuttle_rt;
__thread CuttleThread __cuttle_thread;

static __thread uint8_t inside; /* this thread holds the lock */
static uint32_t lock;
static int forks_are_ours;

/* glibc clears it when the second thread is made. */
extern char __libc_single_threaded __attribute__((weak));

int cuttle_enter(void) {
  if (inside) return 0;
  inside = 1;
  if (&__libc_single_threaded && __libc_single_threaded) return 1;
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) sched_yield();
  return 1;
}

void cuttle_leave(void) {
  __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
  inside = 0;
}

void cuttle_leave_all(void) {
  if (inside) cuttle_leave();
}

static void fail(const char* message) {
  ssize_t ignored = write(2, message, strlen(message));
  (void)ignored;
  _exit(CUTTLE_FAILURE_STATUS);
}

void cuttle_map_shadow(void) {
  const int saved = errno;
  if (cuttle_rt.mapped) return;
  cuttle_rt.mapped = 1;
  if (!cuttle_shadow_init() || !cuttle_poison_init())
    fail(
        "cuttle: cannot reserve address space for shadow memory (is there a limit on virtual "
        "memory, `ulimit -v'?)\n");
  errno = saved;
}

static void after_fork_in_parent(void) {
  if (forks_are_ours) return;
  cuttle_persistent_spoil(); /* somebody has to wait for the child */
  if (__cuttle_threads)
    cuttle_event(CUTTLE_REASON_THREADS, __cuttle_thread.site,
                 "a process with several threads forks: the child is not explored");
}

/* A process forked by the program: it is not part of the run. Its writes must not reach the trace,
 * so private memory takes the trace's place (instrumented code goes on storing coverage there). */
static void after_fork_in_child(void) {
  const int saved = errno;
  CuttleTraceHeader* trace = cuttle_rt.trace;
  if (forks_are_ours || !trace) return;
  cuttle_schedule_stop();
  cuttle_rt.active = 0;
  cuttle_leave_sources();
  cuttle_rt.trace = NULL;
  mmap(trace, trace->total_size, PROT_READ | PROT_WRITE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  errno = saved;
}

/* The server's own fork. */
void cuttle_fork_is_ours(int ours) {
  forks_are_ours = ours;
}

void cuttle_attach(CuttleTraceHeader* trace) {
  cuttle_map_shadow();
  cuttle_rt.trace = trace;
  cuttle_rt.nodes = (CuttleNode*)cuttle_area(trace, CUTTLE_AREA_NODES);
  cuttle_rt.node_buckets = (uint32_t*)cuttle_area(trace, CUTTLE_AREA_NODE_BUCKETS);
  cuttle_rt.node_area = &trace->areas[CUTTLE_AREA_NODES];
  cuttle_rt.node_bucket_mask = trace->areas[CUTTLE_AREA_NODE_BUCKETS].capacity - 1;
}

void cuttle_find_trace(void) {
  static int done;
  CuttleTraceHeader* trace;
  struct stat status;
  const int saved = errno;
  if (done) return;
  done = 1;
  if (fstat(CUTTLE_TRACE_FD, &status) == 0 && S_ISREG(status.st_mode) &&
      status.st_size >= (off_t)sizeof(CuttleTraceHeader)) {
    trace = (CuttleTraceHeader*)mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE,
                                     MAP_SHARED, CUTTLE_TRACE_FD, 0);
    if (trace != MAP_FAILED && trace->magic == CUTTLE_TRACE_MAGIC &&
        trace->total_size <= (uint64_t)status.st_size) {
      if (trace->version != CUTTLE_TRACE_VERSION || trace->header_size != sizeof(CuttleTraceHeader))
        fail("cuttle: the program was built by another version of Cuttle; build it again\n");
      close(CUTTLE_TRACE_FD);
      cuttle_attach(trace);
      pthread_atfork(NULL, after_fork_in_parent, after_fork_in_child);
    } else if (trace != MAP_FAILED) {
      munmap(trace, (size_t)status.st_size);
    }
  }
  errno = saved;
}

/* Sanitizers want to know the stacks that there are. */
extern void sanitizer_begin(void) __asm__("__asan_init") __attribute__((weak));
extern void thread_sanitizer_begin(void) __asm__("__tsan_init") __attribute__((weak));
static int has_sanitizer(void) {
  return sanitizer_begin || thread_sanitizer_begin;
}

void cuttle_begin_run(void) {
  const CuttleLimits* limits = &cuttle_rt.trace->limits;
  const uint64_t first = cuttle_rt.node_area->count;
  const uint64_t capacity = cuttle_rt.node_area->capacity;
  const uint64_t end = first + limits->new_nodes;
  uint64_t limit = end < capacity ? end : capacity;
  if (limit > CUTTLE_MAX_NODES) limit = CUTTLE_MAX_NODES;
  cuttle_rt.node_limit = (uint32_t)limit;
  cuttle_rt.depth_limit = limits->expression_depth;
  cuttle_rt.choice_limit = limits->choices;
  cuttle_rt.record_limit = cuttle_rt.trace->areas[CUTTLE_AREA_RECORDS].capacity;
  cuttle_rt.object_limit = limits->object_bytes;
  cuttle_rt.epoch++;
  cuttle_begin_events();
  cuttle_begin_origins();
  cuttle_begin_answers();
  cuttle_forget_occurrences(cuttle_rt.epoch);
  cuttle_graph_forget();
  cuttle_pointers_forget();
  if (cuttle_rt.trace->features_wanted & CUTTLE_FEATURE_RACES)
    cuttle_schedule_begin(has_sanitizer());
  else
    cuttle_begin_threads();
  cuttle_forget_stack_below((uint64_t)__builtin_frame_address(0));
  cuttle_poison_put_back();
  cuttle_rt.in_run = 1;
  cuttle_rt.active = 1;
}

void cuttle_truncate(uint32_t reason, uint32_t site) {
  if (!cuttle_rt.active) return;
  cuttle_rt.active = 0;
  cuttle_rt.trace->truncated = 1;
  cuttle_event(reason, site, NULL);
}

/* Before any constructor, because those run instrumented code. */
static void on_program_exit(int status, void* unused) {
  (void)unused;
  if (cuttle_rt.in_run) {
    cuttle_end_sources();
    cuttle_heap_check_fences();
  }
  cuttle_persistent_end(status);
}

static void begin_world(char** environment) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  const CuttleSource* sources = (const CuttleSource*)cuttle_area(trace, CUTTLE_AREA_SOURCES);
  uint32_t i;
  for (i = 0; i < trace->areas[CUTTLE_AREA_SOURCES].count; ++i)
    if (sources[i].kind == CUTTLE_SOURCE_WORLD)
      cuttle_world_set(cuttle_string(trace, sources[i].name));
  cuttle_world_start(environment);
}

static void initialise(int argc, char** argv, char** envp) {
  (void)argc, (void)argv;
  on_exit(on_program_exit, NULL); /* the first to be registered is the last to be called */
  cuttle_map_shadow();
  cuttle_heap_initialise();
  cuttle_find_trace();
  if (cuttle_rt.trace) begin_world(envp);
}
__attribute__((section(".preinit_array"), used)) static void (*const preinit)(int, char**,
                                                                              char**) = initialise;
