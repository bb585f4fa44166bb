/* SPDX-License-Identifier: Apache-2.0 */

/* Condition variables. Who waits is known from the tasks; the variable itself is not touched. The
 * one that waits longest is woken first. */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "languages/c/runtime/schedule/ends.h"
#include "languages/c/runtime/schedule/locks.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/schedule/waiters.h"
#include "languages/c/runtime/world/world.h"

static int can_wake(const CuttleTask* task) {
  return (!task->ticket || task->next.value) && cuttle_mutex_is_free(task->next.second);
}

static void forget_mutex(void* mutex) {
  cuttle_mutex_regain((pthread_mutex_t*)mutex, 1);
}

int cuttle_condition_wait(pthread_cond_t* condition, pthread_mutex_t* mutex, int timed) {
  CuttleTask* self = cuttle_task;
  CuttleOperation operation = cuttle_operation(CUTTLE_SYNC_WAIT, condition);
  unsigned depth;
  operation.second = mutex;
  operation.value = (uint64_t)timed;
  if (__cuttle_threads) cuttle_visible(&operation);
  if (cuttle_mutex_release(mutex, &depth)) {
    cuttle_watch_misuse("a thread waits on a condition without having its mutex");
    return EPERM;
  }
  if (__cuttle_threads) cuttle_tell(&operation);
  cuttle_begin_waiting(condition);
  operation.flags = CUTTLE_SYNC_WAKE;
  operation.possible = can_wake;
  operation.is_last = timed;
  if (!__cuttle_threads && !timed)
    cuttle_watch_end(CUTTLE_BUG_DEADLOCK, "the only thread waits on a condition");
  pthread_cleanup_push(forget_mutex, mutex);
  if (__cuttle_threads) cuttle_cancellation_point(&operation);
  pthread_cleanup_pop(0);
  operation.value = cuttle_stop_waiting(self);
  cuttle_mutex_regain(mutex, depth);
  if (__cuttle_threads) cuttle_tell(&operation);
  return operation.value ? ETIMEDOUT : 0;
}

static int signal_waiters(pthread_cond_t* condition, int all) {
  CuttleOperation operation =
      cuttle_operation(all ? CUTTLE_SYNC_BROADCAST : CUTTLE_SYNC_SIGNAL, condition);
  CuttleTask* woken;
  if (!__cuttle_threads) return 0;
  cuttle_visible(&operation);
  while ((woken = cuttle_first_waiting(condition))) {
    woken->ticket = 0;
    woken->next.value = 0;
    woken->next.is_last = 0;
    if (!all) operation.b = woken->index + 1;
    if (!all) break;
  }
  cuttle_tell(&operation);
  return 0;
}

WORLD int pthread_cond_wait(pthread_cond_t* restrict condition, pthread_mutex_t* restrict mutex) {
  if (!cuttle_controlled()) return REAL(pthread_cond_wait)(condition, mutex);
  return cuttle_condition_wait(condition, mutex, 0);
}

WORLD int pthread_cond_signal(pthread_cond_t* condition) {
  if (!cuttle_controlled()) return REAL(pthread_cond_signal)(condition);
  return signal_waiters(condition, 0);
}

WORLD int pthread_cond_broadcast(pthread_cond_t* condition) {
  if (!cuttle_controlled()) return REAL(pthread_cond_broadcast)(condition);
  return signal_waiters(condition, 1);
}

WORLD int pthread_cond_destroy(pthread_cond_t* condition) {
  if (!cuttle_controlled()) return REAL(pthread_cond_destroy)(condition);
  if (cuttle_first_waiting(condition))
    cuttle_watch_misuse("a condition is destroyed on which a thread waits");
  return 0;
}

WORLD int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  if (!cuttle_controlled()) return REAL(cnd_wait)(condition, mutex);
  return cuttle_condition_wait((pthread_cond_t*)condition, (pthread_mutex_t*)mutex, 0)
             ? thrd_error
             : thrd_success;
}

WORLD int cnd_signal(cnd_t* condition) {
  if (!cuttle_controlled()) return REAL(cnd_signal)(condition);
  return signal_waiters((pthread_cond_t*)condition, 0);
}

WORLD int cnd_broadcast(cnd_t* condition) {
  if (!cuttle_controlled()) return REAL(cnd_broadcast)(condition);
  return signal_waiters((pthread_cond_t*)condition, 1);
}

WORLD void cnd_destroy(cnd_t* condition) {
  pthread_cond_destroy((pthread_cond_t*)condition);
}
