/* SPDX-License-Identifier: Apache-2.0 */

/* Threads. They run as the system lets them; that other schedules were not tried is reported.
 *
 * The choices of several threads come in any order, though the program may be the same in all of
 * them. So each choice carries a clock, which a new thread starts one above its creator's and which
 * jumps above a thread's last when that thread is joined. Sorted by clock and thread, choices come
 * in an order that respects creation and joining, and that does not depend on the schedule as long
 * as threads exchange data in no other way. Mutexes and their like hand the clock of who leaves
 * them to who enters them (synchronise.c). In which order threads come by is up to the system; on
 * one processor it is nearly always the same, so that is where all threads of a run stay. */

#define _GNU_SOURCE
#include "languages/c/runtime/threads/threads.h"

#include <pthread.h>
#include <sched.h>
#include <threads.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/schedule/schedule.h"

#define MODEL __attribute__((weak, visibility("default")))
#define SELF(name) ((const void*)__cuttle_model_##name)
#define MAX_THREADS 65536u /* numbers of choices have 16 bits */

typedef struct Thread {
  pthread_t handle; /* once `known` */
  int known, joined;
  uint32_t number, clock;
  uint32_t name, children; /* CuttleThreadRecord */
  void* start;             /* where it begins, with which argument */
  void* argument;
  uint32_t argument_id, result_id;
} Thread;

static Thread* threads; /* MAX_THREADS; 0 is the first one */
static uint32_t thread_count;
static uint32_t creating; /* threads that may run before their handles are known */
static __thread Thread* self;

/* Tells the engine of a thread (needs cuttle_enter). With the first one after main it learns that
 * records are to be sorted. */
static void publish(const Thread* thread, const Thread* parent) {
  CuttleArea* area;
  CuttleThreadRecord* records;
  if (!parent || !cuttle_rt.trace) return;
  area = &cuttle_rt.trace->areas[CUTTLE_AREA_THREADS];
  records = (CuttleThreadRecord*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_THREADS);
  cuttle_rt.trace->features_given |= CUTTLE_FEATURE_CLOCKS;
  if (thread->number >= area->capacity) return;
  if (thread->number == 1) records[0] = (CuttleThreadRecord){0, 0, 0, 0};
  records[thread->number] =
      (CuttleThreadRecord){thread->name, parent->number, parent->children, __cuttle_thread.site};
  __atomic_store_n(&area->count, thread->number + 1, __ATOMIC_RELEASE);
}

/* 0 where names end: below a thread that has none itself, too. */
static uint32_t name_of_child(Thread* parent) {
  const uint32_t child = ++parent->children;
  return parent->number && !parent->name ? 0 : cuttle_thread_name(parent->name, child);
}

static Thread* new_thread(Thread* parent, uint32_t clock) {
  const int entered = cuttle_enter();
  Thread* thread = NULL;
  if (threads && thread_count < MAX_THREADS) {
    thread = &threads[thread_count];
    thread->number = thread_count;
    thread->clock = clock;
    if (parent) thread->name = name_of_child(parent);
    publish(thread, parent);
    __atomic_store_n(&thread_count, thread_count + 1, __ATOMIC_RELEASE);
  }
  if (entered) cuttle_leave();
  return thread;
}

static Thread* find(pthread_t handle) {
  uint32_t i = __atomic_load_n(&thread_count, __ATOMIC_ACQUIRE);
  for (i = i < MAX_THREADS ? i : MAX_THREADS; i-- > 0;) /* handles are used again: the newest */
    if (__atomic_load_n(&threads[i].known, __ATOMIC_ACQUIRE) && !threads[i].joined &&
        pthread_equal(threads[i].handle, handle))
      return &threads[i];
  return NULL;
}

static void report(uint32_t site) {
  cuttle_event(CUTTLE_REASON_THREADS, site, "schedules are not explored");
}

/* The calling thread; NULL when there are too many. */
static Thread* current(void) {
  int wait = 1;
  if (self || !threads) return self;
  while (!self && wait) {
    wait = __atomic_load_n(&creating, __ATOMIC_ACQUIRE) != 0;
    self = find(pthread_self());
    if (!self && wait) sched_yield();
  }
  /* Made by code that is not instrumented. */
  if (!self && (self = new_thread(&threads[0], 1))) report(0);
  return self;
}

void cuttle_begin_threads(void) {
  if (!threads) threads = (Thread*)cuttle_reserve(MAX_THREADS * sizeof(Thread));
  if (!self) self = new_thread(NULL, 0);
}

CuttleThreadTime cuttle_thread_time(void) {
  const Thread* thread;
  CuttleThreadTime time = {0, 0};
  if (cuttle_controlled()) {
    time.thread = (uint16_t)cuttle_task->index;
    return time;
  }
  thread = current();
  if (thread) time.thread = (uint16_t)thread->number;
  if (thread) time.clock = thread->clock;
  return time;
}

/* ---- Making them ----------------------------------------------------------------------------- */

static void stay_on_one_processor(void) {
  static int done;
  cpu_set_t one;
  const int here = sched_getcpu();
  if (here < 0 || !cuttle_rt.in_run || __atomic_exchange_n(&done, 1, __ATOMIC_RELAXED)) return;
  CPU_ZERO(&one);
  CPU_SET(here, &one);
  sched_setaffinity(0, sizeof(one), &one); /* those to come inherit it */
}

static Thread* announce(void) {
  Thread *creator, *made;
  if (cuttle_controlled()) return NULL;
  creator = current();
  report(__cuttle_thread.site);
  stay_on_one_processor();
  made = new_thread(creator ? creator : &threads[0], creator ? creator->clock + 1 : 1);
  /* From here to conclude() without the lock: who has it may be waiting for us in current(). */
  __atomic_add_fetch(&creating, 1, __ATOMIC_ACQ_REL);
  return made;
}

static void conclude(Thread* made, int works, pthread_t handle) {
  if (cuttle_controlled()) return;
  if (made && works) {
    made->handle = handle;
    __atomic_store_n(&made->known, 1, __ATOMIC_RELEASE);
  }
  __atomic_sub_fetch(&creating, 1, __ATOMIC_ACQ_REL);
}

static void prepare(Thread* made, void* start, void* argument, uint32_t argument_id) {
  made->start = start;
  made->argument = argument;
  made->argument_id = argument_id;
}

static void enter(Thread* thread) {
  self = thread;
  __cuttle_landed(); /* its stack may have been another one's */
  __cuttle_thread.arguments[0] = thread->argument_id;
  __cuttle_thread.argument_count = 1;
  __cuttle_thread.callee = thread->argument_id ? thread->start : NULL;
  __cuttle_thread.results_from = NULL;
}

static void leave(Thread* thread) {
  if (__cuttle_thread.results_from == thread->start) thread->result_id = __cuttle_thread.results[0];
}

static void* run_pthread(void* at) {
  Thread* thread = (Thread*)at;
  void* result;
  enter(thread);
  result = ((void* (*)(void*))thread->start)(thread->argument);
  leave(thread);
  return result;
}

static int run_thrd(void* at) {
  Thread* thread = (Thread*)at;
  int result;
  enter(thread);
  result = ((thrd_start_t)thread->start)(thread->argument);
  leave(thread);
  return result;
}

/* A controlled thread has not begun yet. */
static void hand_over(pthread_t handle, uint32_t argument_id) {
  CuttleTask* task = cuttle_task_of((uint64_t)handle);
  if (task) task->argument_id = argument_id;
}

void cuttle_watch_enter(const CuttleTask* task) {
  __cuttle_landed(); /* its stack may have been another one's */
  __cuttle_thread.arguments[0] = task->argument_id;
  __cuttle_thread.argument_count = 1;
  __cuttle_thread.callee = NULL;
  if (task->argument_id)
    __cuttle_thread.callee = task->passenger ? task->passenger : (void*)task->start;
  __cuttle_thread.results_from = NULL;
}

void cuttle_watch_leave(CuttleTask* task) {
  if (__cuttle_thread.results_from == (task->passenger ? task->passenger : (void*)task->start))
    task->result_id = __cuttle_thread.results[0];
}

MODEL int __cuttle_model_pthread_create(pthread_t* handle, const pthread_attr_t* attributes,
                                        void* (*start)(void*), void* argument) {
  uint32_t ids[4];
  Thread* made;
  int result;
  cuttle_take_arguments(SELF(pthread_create), ids, 4);
  made = announce();
  if (made) prepare(made, (void*)start, argument, ids[3]);
  result = pthread_create(handle, attributes, made ? run_pthread : start, made ? made : argument);
  if (!result) __cuttle_clear(handle, sizeof(*handle));
  if (!result) hand_over(*handle, ids[3]);
  conclude(made, !result, *handle);
  return result;
}

MODEL int __cuttle_model_thrd_create(thrd_t* handle, thrd_start_t start, void* argument) {
  uint32_t ids[3];
  Thread* made;
  int result;
  cuttle_take_arguments(SELF(thrd_create), ids, 3);
  made = announce();
  if (made) prepare(made, (void*)start, argument, ids[2]);
  result = thrd_create(handle, made ? run_thrd : start, made ? made : argument);
  if (result == thrd_success) __cuttle_clear(handle, sizeof(*handle));
  if (result == thrd_success) hand_over(*handle, ids[2]);
  conclude(made, result == thrd_success, *handle);
  return result;
}

/* std::thread: its handle is its only member, and is null when the thread was not made. */
extern void start_thread(void* object, void* state, void (*depend)(void)) __asm__(
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE")
    __attribute__((weak));
MODEL void
__cuttle_model__ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    void* object, void* state, void (*depend)(void)) {
  Thread* made = announce();
  __cuttle_thread.callee = NULL;
  start_thread(object, state, depend);
  __cuttle_clear(object, sizeof(pthread_t));
  conclude(made, 1, *(pthread_t*)object);
}

/* ---- Waiting for them ------------------------------------------------------------------------ */

/* Before it is joined, because its handle may be used again afterwards. */
static Thread* joined_by_us(pthread_t handle) {
  __cuttle_thread.callee = NULL;
  if (cuttle_controlled()) return NULL;
  return threads ? find(handle) : NULL;
}

static uint32_t result_of(const Thread* joined, const CuttleTask* task) {
  return joined ? joined->result_id : task ? task->result_id : 0;
}

static void join(Thread* joined) {
  Thread* thread;
  if (!joined) return;
  thread = current();
  joined->joined = 1;
  if (thread && thread->clock <= joined->clock) thread->clock = joined->clock + 1;
}

MODEL int __cuttle_model_pthread_join(pthread_t handle, void** result) {
  Thread* joined = joined_by_us(handle);
  const CuttleTask* task = cuttle_task_of((uint64_t)handle);
  const int error = pthread_join(handle, result);
  if (error) return error;
  join(joined);
  if (result) __cuttle_store(result, sizeof(*result), result_of(joined, task));
  return 0;
}

MODEL int __cuttle_model_thrd_join(thrd_t handle, int* result) {
  Thread* joined = joined_by_us(handle);
  const CuttleTask* task = cuttle_task_of((uint64_t)handle);
  const int error = thrd_join(handle, result);
  if (error != thrd_success) return error;
  join(joined);
  if (result) __cuttle_store(result, sizeof(*result), result_of(joined, task));
  return error;
}

extern void join_thread(void* object) __asm__("_ZNSt6thread4joinEv") __attribute__((weak));
MODEL void __cuttle_model__ZNSt6thread4joinEv(void* object) {
  Thread* joined = joined_by_us(*(pthread_t*)object);
  join_thread(object);
  join(joined);
}

MODEL void __cuttle_model_pthread_exit(void* result) {
  Thread* thread = cuttle_controlled() ? NULL : current();
  uint32_t id;
  cuttle_take_arguments(SELF(pthread_exit), &id, 1);
  if (thread) thread->result_id = id;
  if (cuttle_controlled()) cuttle_task->result_id = id;
  pthread_exit(result);
}

/* ---- Meeting them ---------------------------------------------------------------------------- */

int cuttle_has_threads(void) {
  if (cuttle_controlled()) return 0;
  return __atomic_load_n(&creating, __ATOMIC_RELAXED) || thread_count > 1;
}

void cuttle_thread_not_before(uint32_t clock) {
  Thread* thread = current();
  if (thread && thread->clock < clock) thread->clock = clock;
}

uint32_t cuttle_thread_advance(void) {
  Thread* thread = current();
  return thread ? ++thread->clock : 0;
}
