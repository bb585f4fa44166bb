/* SPDX-License-Identifier: Apache-2.0 */

/* What is done once, by one task, before any other goes on: pthread_once, call_once, and the
 * initialisation of static variables of functions in C++. */

#define _GNU_SOURCE
#include <pthread.h>
#include <threads.h>
#include <unwind.h>

#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/world/world.h"

#define ME (cuttle_task->index + 1)

/* ---- pthread_once: 2 when done, as libc has it ----------------------------------------------- */

#define ONCE_DONE 2
#define ONCE_BUSY 1

static int is_not_busy(const CuttleTask* task) {
  return *(const volatile int*)task->next.object != ONCE_BUSY;
}

/* Of what was done before: who comes by has it only for the look. */
static void let_go(const void* flag) {
  const CuttleOperation unlock = cuttle_operation(CUTTLE_SYNC_UNLOCK, flag);
  if (__cuttle_threads) cuttle_tell(&unlock);
}

static void give_up(void* flag) {
  *(int*)flag = 0;
}

static void do_once(int* flag, void (*routine)(void)) {
  if (!__cuttle_threads && *flag == ONCE_BUSY)
    cuttle_watch_end(CUTTLE_BUG_DEADLOCK, "a routine that is to run once waits for itself");
  cuttle_sync(CUTTLE_SYNC_LOCK, flag, is_not_busy);
  if (*flag == ONCE_DONE) return let_go(flag);
  *flag = ONCE_BUSY;
  pthread_cleanup_push(give_up, flag);
  routine();
  pthread_cleanup_pop(0);
  cuttle_sync(CUTTLE_SYNC_UNLOCK, flag, NULL);
  *flag = ONCE_DONE;
}

/* Whoever unwinds a stack (exceptions, the ends of threads, our own look at a stack that failed)
 * asks for tables that are made once, long before: that is no step of the program. */
#define MOST_QUIET 4u
static const int* quiet[MOST_QUIET];
static uint32_t quiet_count;
static int learning;

static int is_quiet(const int* flag) {
  uint32_t i;
  for (i = 0; i < quiet_count; ++i)
    if (quiet[i] == flag) return 1;
  return 0;
}

static void learn(const int* flag) {
  if (!is_quiet(flag) && quiet_count < MOST_QUIET) quiet[quiet_count++] = flag;
}

static _Unwind_Reason_Code end_at_once(struct _Unwind_Context* context, void* unused) {
  (void)context, (void)unused;
  return _URC_END_OF_STACK;
}

void cuttle_once_prepare(void) {
  learning = 1;
  _Unwind_Backtrace(end_at_once, NULL);
  learning = 0;
}

WORLD int pthread_once(pthread_once_t* flag, void (*routine)(void)) {
  if (learning) learn(flag);
  if (!cuttle_controlled() || is_quiet(flag)) return REAL(pthread_once)(flag, routine);
  do_once(flag, routine);
  return 0;
}

WORLD void call_once(once_flag* flag, void (*routine)(void)) {
  if (!cuttle_controlled()) {
    REAL(call_once)(flag, routine);
    return;
  }
  do_once(&flag->__data, routine);
}

/* ---- Static variables: the first byte of the guard is 1 when done ---------------------------- */

typedef struct Guard {
  uint8_t done, busy;
} Guard;

int __cxa_guard_acquire(int64_t* guard);
void __cxa_guard_release(int64_t* guard);
void __cxa_guard_abort(int64_t* guard);

static int guard_is_not_busy(const CuttleTask* task) {
  return !((const volatile Guard*)task->next.object)->busy;
}

WORLD int __cxa_guard_acquire(int64_t* guard) {
  Guard* own = (Guard*)guard;
  if (!cuttle_controlled()) return REAL(__cxa_guard_acquire)(guard);
  if (own->done) return 0;
  if (!__cuttle_threads && own->busy)
    cuttle_watch_end(CUTTLE_BUG_DEADLOCK, "the initialisation of a static variable needs itself");
  cuttle_sync(CUTTLE_SYNC_LOCK, guard, guard_is_not_busy);
  if (own->done) {
    let_go(guard);
    return 0;
  }
  own->busy = 1;
  return 1;
}

/* Compiled code looks at the first byte for itself, before it asks. */
static void release(int64_t* guard, int done) {
  Guard* own = (Guard*)guard;
  if (done && __cuttle_threads)
    __cuttle_access(&own->done, 1, CUTTLE_ACCESS_WRITE | CUTTLE_ACCESS_ATOMIC, 1,
                    cuttle_watch_site());
  own->done = (uint8_t)done;
  cuttle_sync(CUTTLE_SYNC_UNLOCK, guard, NULL);
  own->busy = 0;
}

WORLD void __cxa_guard_release(int64_t* guard) {
  if (cuttle_controlled())
    release(guard, 1);
  else
    REAL(__cxa_guard_release)(guard);
}

WORLD void __cxa_guard_abort(int64_t* guard) {
  if (cuttle_controlled())
    release(guard, 0);
  else
    REAL(__cxa_guard_abort)(guard);
}
