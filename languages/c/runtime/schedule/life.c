/* SPDX-License-Identifier: Apache-2.0 */

/* The life of a task: made, joined or let go, cancelled, ended. */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <threads.h>
#include <unwind.h>

#include "languages/c/runtime/schedule/ends.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/world/world.h"

static CuttleTask* existing(pthread_t handle) {
  return cuttle_task_of((uint64_t)handle);
}

/* ---- Making ---------------------------------------------------------------------------------- */

static int is_detached(const pthread_attr_t* attributes) {
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes) pthread_attr_getdetachstate(attributes, &state);
  return state == PTHREAD_CREATE_DETACHED;
}

static int make(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*),
                void* argument) {
  CuttleOperation fork;
  CuttleTask* task;
  cuttle_count_unjoined(1);
  fork = cuttle_operation(CUTTLE_SYNC_FORK, NULL);
  cuttle_visible(&fork);
  task = cuttle_new_task(start, argument);
  if (!task || !cuttle_carrier_make(task, attributes)) {
    if (task) task->state = CUTTLE_TASK_GONE;
    cuttle_watch_complaint("too many threads: one could not be made");
    cuttle_count_unjoined(-1);
    return EAGAIN;
  }
  task->detached = is_detached(attributes);
  *handle = (pthread_t)task->handle;
  cuttle_watch_task(task);
  fork.task = task;
  fork.value = (uint64_t)task->detached;
  cuttle_tell(&fork);
  return 0;
}

WORLD int pthread_create(pthread_t* restrict handle, const pthread_attr_t* restrict attributes,
                         void* (*start)(void*), void* restrict argument) {
  if (!cuttle_controlled()) return REAL(pthread_create)(handle, attributes, start, argument);
  return make(handle, attributes, start, argument);
}

/* The result of an int travels as a pointer. */
static void* run_thrd(void* at) {
  CuttleTask* task = cuttle_task;
  (void)at;
  return (void*)(intptr_t)((thrd_start_t)task->passenger)(task->argument);
}

WORLD int thrd_create(thrd_t* handle, thrd_start_t start, void* argument) {
  int error;
  if (!cuttle_controlled()) return REAL(thrd_create)(handle, start, argument);
  error = make(handle, NULL, run_thrd, argument);
  if (!error) existing(*handle)->passenger = (void*)start;
  return error == 0 ? thrd_success : error == EAGAIN ? thrd_nomem : thrd_error;
}

/* ---- Ending ---------------------------------------------------------------------------------- */

void cuttle_task_main(CuttleTask* task) {
  jmp_buf end;
  CuttleOperation last = task->next; /* START */
  task->end = &end;
  cuttle_tell(&last);
  cuttle_watch_enter(task);
  if (!setjmp(end)) {
    task->result = task->start(task->argument);
    cuttle_watch_leave(task);
  }
  cuttle_run_destructors(task);
  last = cuttle_operation(CUTTLE_SYNC_END, NULL);
  cuttle_visible(&last);
  cuttle_tell(&last);
  cuttle_end_task();
}

static _Unwind_Reason_Code stop_at_end(int version, _Unwind_Action actions,
                                       _Unwind_Exception_Class kind,
                                       struct _Unwind_Exception* exception,
                                       struct _Unwind_Context* context, void* unused) {
  (void)version, (void)kind, (void)exception, (void)context, (void)unused;
  if (!(actions & _UA_END_OF_STACK)) return _URC_NO_REASON;
  longjmp(*(jmp_buf*)cuttle_task->end, 1);
}

/* The first one has no end of its own to jump to. */
static void end_first(CuttleTask* task) {
  CuttleOperation last;
  cuttle_run_destructors(task);
  if (__cuttle_threads) {
    last = cuttle_operation(CUTTLE_SYNC_END, NULL);
    cuttle_visible(&last);
    cuttle_tell(&last);
  }
  cuttle_end_task();
}

void cuttle_leave_task(void) {
  static __thread struct _Unwind_Exception exception;
  CuttleTask* task = cuttle_task;
  task->cancel_disabled = 1;
  cuttle_next_cleanup(task);
  if (!task->index) end_first(task);
  _Unwind_ForcedUnwind(&exception, stop_at_end, NULL);
  longjmp(*(jmp_buf*)task->end, 1); /* code without tables: its destructors cannot be found */
}

WORLD void pthread_exit(void* result) {
  if (!cuttle_controlled()) REAL(pthread_exit)(result);
  cuttle_task->result = result;
  cuttle_leave_task();
}

WORLD void thrd_exit(int result) {
  pthread_exit((void*)(intptr_t)result);
}

/* ---- Joining --------------------------------------------------------------------------------- */

static int joined_has_ended(const CuttleTask* task) {
  return task->next.task->state == CUTTLE_TASK_ENDED;
}

static int join(pthread_t handle, void** result, int may_wait) {
  CuttleTask* task = existing(handle);
  CuttleOperation operation;
  if (!task || task->state == CUTTLE_TASK_GONE) {
    cuttle_watch_misuse("a thread is joined that does not exist, or not any more");
    return ESRCH;
  }
  if (task->detached) {
    cuttle_watch_misuse("a detached thread is joined");
    return EINVAL;
  }
  if (task == cuttle_task) return EDEADLK;
  operation = cuttle_operation(may_wait ? CUTTLE_SYNC_JOIN : CUTTLE_SYNC_YIELD, NULL);
  operation.task = task;
  operation.possible = may_wait ? joined_has_ended : NULL;
  if (__cuttle_threads) {
    cuttle_cancellation_point(&operation);
    cuttle_tell(&operation);
  }
  if (task->state != CUTTLE_TASK_ENDED) return EBUSY;
  task->state = CUTTLE_TASK_GONE;
  if (result) *result = task->result;
  cuttle_carrier_give_back(task);
  cuttle_count_unjoined(-1);
  return 0;
}

WORLD int pthread_join(pthread_t handle, void** result) {
  if (!cuttle_controlled()) return REAL(pthread_join)(handle, result);
  return join(handle, result, 1);
}

WORLD int pthread_tryjoin_np(pthread_t handle, void** result) {
  if (!cuttle_controlled()) return REAL(pthread_tryjoin_np)(handle, result);
  return join(handle, result, 0);
}

WORLD int thrd_join(thrd_t handle, int* result) {
  void* value = NULL;
  int error;
  if (!cuttle_controlled()) return REAL(thrd_join)(handle, result);
  error = join(handle, &value, 1);
  if (!error && result) *result = (int)(intptr_t)value;
  return error ? thrd_error : thrd_success;
}

int cuttle_join_until(pthread_t handle, void** result) {
  const int error = join(handle, result, 0);
  return error == EBUSY ? ETIMEDOUT : error;
}

/* Nothing that others could notice: it is told with what the task did last. */
static void tell_detached(const CuttleTask* task) {
  CuttleOperation yield = cuttle_operation(CUTTLE_SYNC_YIELD, NULL);
  yield.b = task->index + 1;
  if (__cuttle_threads) cuttle_watch_operation(cuttle_task, &yield);
}

WORLD int pthread_detach(pthread_t handle) {
  CuttleTask* task;
  if (!cuttle_controlled()) return REAL(pthread_detach)(handle);
  task = existing(handle);
  if (!task || task->state == CUTTLE_TASK_GONE) {
    cuttle_watch_misuse("a thread is detached that does not exist, or not any more");
    return ESRCH;
  }
  if (task->detached) {
    cuttle_watch_misuse("a thread is detached twice");
    return EINVAL;
  }
  task->detached = 1;
  tell_detached(task);
  if (task->state == CUTTLE_TASK_ENDED) cuttle_carrier_give_back(task);
  return 0;
}

WORLD int thrd_detach(thrd_t handle) {
  return pthread_detach(handle) ? thrd_error : thrd_success;
}

/* ---- Cancelling ------------------------------------------------------------------------------ */

void cuttle_cancellation_point(const CuttleOperation* operation) {
  CuttleTask* self = cuttle_task;
  self->at_cancellation_point = 1;
  cuttle_visible(operation);
  self->at_cancellation_point = 0;
  if (!self->cancelled || self->cancel_disabled) return;
  self->result = PTHREAD_CANCELED;
  cuttle_leave_task();
}

WORLD int pthread_cancel(pthread_t handle) {
  CuttleTask* task;
  if (!cuttle_controlled()) return REAL(pthread_cancel)(handle);
  task = existing(handle);
  if (!task || task->state == CUTTLE_TASK_GONE) return ESRCH;
  if (__cuttle_threads)
    cuttle_watch_complaint("not all orders of a thread's cancellation are tried");
  /* Whoever is cancelled notices at its next such point: as a write to a word of its own. */
  cuttle_sync(CUTTLE_SYNC_SIGNAL, &task->cancelled, NULL);
  task->cancelled = 1;
  return 0;
}

WORLD void pthread_testcancel(void) {
  CuttleOperation look;
  if (!cuttle_controlled()) {
    REAL(pthread_testcancel)();
    return;
  }
  if (!__cuttle_threads) return;
  look = cuttle_operation(CUTTLE_SYNC_SIGNAL, &cuttle_task->cancelled);
  cuttle_cancellation_point(&look);
  cuttle_tell(&look);
}

WORLD int pthread_setcancelstate(int state, int* old) {
  CuttleTask* task = cuttle_task;
  if (!task) return REAL(pthread_setcancelstate)(state, old);
  if (old) *old = task->cancel_disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  task->cancel_disabled = state == PTHREAD_CANCEL_DISABLE;
  return 0;
}
