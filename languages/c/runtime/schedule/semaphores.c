/* SPDX-License-Identifier: Apache-2.0 */

/* Semaphores (the value is in the first word, as libc has it) and barriers. */

#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

#include "languages/c/runtime/schedule/ends.h"
#include "languages/c/runtime/schedule/locks.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/world/world.h"

static unsigned* value_of(sem_t* semaphore) {
  return (unsigned*)semaphore;
}

static int is_positive(const CuttleTask* task) {
  return *(const volatile unsigned*)task->next.object != 0;
}

static int acquire(sem_t* semaphore) {
  CuttleOperation operation = cuttle_operation(CUTTLE_SYNC_ACQUIRE, semaphore);
  operation.possible = is_positive;
  if (!__cuttle_threads && !*value_of(semaphore))
    cuttle_watch_end(CUTTLE_BUG_DEADLOCK, "the only thread waits for a semaphore");
  if (__cuttle_threads) {
    cuttle_cancellation_point(&operation);
    operation.value = *value_of(semaphore);
    cuttle_tell(&operation);
  }
  --*value_of(semaphore);
  return 0;
}

static int try_to(sem_t* semaphore, int busy) {
  CuttleOperation operation = cuttle_operation(CUTTLE_SYNC_TRY, semaphore);
  operation.aux = CUTTLE_SYNC_ACQUIRE;
  if (__cuttle_threads) {
    cuttle_visible(&operation);
    operation.value = *value_of(semaphore) != 0;
    cuttle_tell(&operation);
  }
  if (*value_of(semaphore)) {
    --*value_of(semaphore);
    return 0;
  }
  errno = busy;
  return -1;
}

int cuttle_semaphore_until(sem_t* semaphore) {
  return try_to(semaphore, ETIMEDOUT);
}

WORLD int sem_wait(sem_t* semaphore) {
  return cuttle_controlled() ? acquire(semaphore) : REAL(sem_wait)(semaphore);
}

WORLD int sem_trywait(sem_t* semaphore) {
  return cuttle_controlled() ? try_to(semaphore, EAGAIN) : REAL(sem_trywait)(semaphore);
}

static void meet(sem_t* semaphore) {
  CuttleOperation operation = cuttle_operation(CUTTLE_SYNC_POST, semaphore);
  if (!__cuttle_threads) return;
  cuttle_visible(&operation);
  operation.value = *value_of(semaphore);
  cuttle_tell(&operation);
}

WORLD int sem_post(sem_t* semaphore) {
  if (!cuttle_controlled()) return REAL(sem_post)(semaphore);
  meet(semaphore);
  if (*value_of(semaphore) == (unsigned)SEM_VALUE_MAX) {
    errno = EOVERFLOW;
    return -1;
  }
  ++*value_of(semaphore);
  return 0;
}

WORLD int sem_getvalue(sem_t* restrict semaphore, int* restrict value) {
  if (!cuttle_controlled()) return REAL(sem_getvalue)(semaphore, value);
  meet(semaphore); /* somebody's order matters to what is seen */
  *value = (int)*value_of(semaphore);
  return 0;
}

/* ---- Barriers: a layout of our own ----------------------------------------------------------- */

typedef struct Barrier {
  unsigned arrived, round, count, mark;
} Barrier;
#define MARK 0xba221e2u
_Static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t), "a barrier fits");

WORLD int pthread_barrier_init(pthread_barrier_t* restrict barrier,
                               const pthread_barrierattr_t* restrict attributes, unsigned count) {
  Barrier* own = (Barrier*)barrier;
  if (!cuttle_controlled()) return REAL(pthread_barrier_init)(barrier, attributes, count);
  if (!count) return EINVAL;
  own->arrived = own->round = 0;
  own->count = count;
  own->mark = MARK;
  return 0;
}

WORLD int pthread_barrier_destroy(pthread_barrier_t* barrier) {
  Barrier* own = (Barrier*)barrier;
  if (!cuttle_controlled()) return REAL(pthread_barrier_destroy)(barrier);
  if (own->arrived) cuttle_watch_misuse("a barrier is destroyed at which a thread waits");
  own->mark = 0;
  return 0;
}

static int round_is_over(const CuttleTask* task) {
  return ((const volatile Barrier*)task->next.object)->round != task->next.b;
}

WORLD int pthread_barrier_wait(pthread_barrier_t* barrier) {
  Barrier* own = (Barrier*)barrier;
  CuttleOperation operation;
  int last;
  if (!cuttle_controlled()) return REAL(pthread_barrier_wait)(barrier);
  if (own->mark != MARK) {
    cuttle_watch_misuse("a barrier is used that does not exist, or not any more");
    return EINVAL;
  }
  if (!__cuttle_threads && own->count > 1)
    cuttle_watch_end(CUTTLE_BUG_DEADLOCK, "the only thread waits at a barrier");
  operation = cuttle_operation(CUTTLE_SYNC_BARRIER, barrier);
  operation.b = own->round;
  if (__cuttle_threads) cuttle_visible(&operation);
  operation.b = own->round;
  last = ++own->arrived == own->count;
  operation.aux = (uint32_t)last;
  if (last) {
    own->arrived = 0;
    own->round++;
  }
  if (!__cuttle_threads) return PTHREAD_BARRIER_SERIAL_THREAD;
  cuttle_tell(&operation);
  operation.value = 1;
  operation.aux = 0;
  operation.possible = round_is_over;
  cuttle_visible(&operation);
  cuttle_tell(&operation);
  return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
