/* SPDX-License-Identifier: Apache-2.0 */

/* Mutexes and spin locks. The fields mean what they mean to libc: __lock, __owner (a task's index
 * + 1), __count, __kind. */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "languages/c/runtime/schedule/locks.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/world/world.h"

#define KIND(mutex) ((mutex)->__data.__kind & 3)
#define DESTROYED (-1)
#define ME ((int)cuttle_task->index + 1)

int cuttle_mutex_is_free(const volatile void* mutex) {
  return !((const volatile pthread_mutex_t*)mutex)->__data.__lock;
}

static int is_free(const CuttleTask* task) {
  return cuttle_mutex_is_free(task->next.object);
}

static int is_mine(const pthread_mutex_t* mutex) {
  return mutex->__data.__lock && mutex->__data.__owner == ME;
}

static int is_wrong(pthread_mutex_t* mutex) {
  if (mutex->__data.__kind != DESTROYED) return 0;
  cuttle_watch_misuse("a mutex is used that was destroyed");
  return 1;
}

static void take(pthread_mutex_t* mutex) {
  mutex->__data.__lock = 1;
  mutex->__data.__owner = ME;
  mutex->__data.__count = 1;
}

/* What a lock by its owner does; -1: it is not that. */
static int lock_again(pthread_mutex_t* mutex, int trying) {
  if (!is_mine(mutex)) return -1;
  if (KIND(mutex) == PTHREAD_MUTEX_RECURSIVE_NP) {
    cuttle_sync(CUTTLE_SYNC_LOCK, mutex, NULL);
    mutex->__data.__count++;
    return 0;
  }
  if (trying) return -1;
  return KIND(mutex) == PTHREAD_MUTEX_ERRORCHECK_NP ? EDEADLK : -1;
}

static int lock(pthread_mutex_t* mutex) {
  int again;
  if (is_wrong(mutex)) return EINVAL;
  again = lock_again(mutex, 0);
  if (again >= 0) return again;
  /* Alone, it would wait for itself. */
  if (!__cuttle_threads && mutex->__data.__lock)
    cuttle_watch_end(CUTTLE_BUG_DEADLOCK, "a thread locks a mutex that it has");
  cuttle_sync(CUTTLE_SYNC_LOCK, mutex, is_free);
  if (is_wrong(mutex)) return EINVAL;
  take(mutex);
  return 0;
}

/* Also with a limit in time: it fails when somebody else has it. */
static int try_lock(pthread_mutex_t* mutex, int busy) {
  CuttleOperation operation;
  int again;
  if (is_wrong(mutex)) return EINVAL;
  again = lock_again(mutex, 1);
  if (again >= 0) return again;
  operation = cuttle_operation(CUTTLE_SYNC_TRY, mutex);
  if (__cuttle_threads) {
    cuttle_visible(&operation);
    operation.value = !mutex->__data.__lock;
    cuttle_tell(&operation);
  }
  if (mutex->__data.__lock) return busy;
  take(mutex);
  return 0;
}

static int unlock(pthread_mutex_t* mutex) {
  if (is_wrong(mutex)) return EINVAL;
  if (!is_mine(mutex) && KIND(mutex) != PTHREAD_MUTEX_TIMED_NP) return EPERM;
  if (!is_mine(mutex))
    cuttle_watch_misuse(mutex->__data.__lock ? "a mutex is unlocked that another thread has"
                                             : "a mutex is unlocked that is not locked");
  cuttle_sync(CUTTLE_SYNC_UNLOCK, mutex, NULL);
  if (mutex->__data.__count > 1) {
    mutex->__data.__count--;
    return 0;
  }
  mutex->__data.__lock = mutex->__data.__owner = 0;
  mutex->__data.__count = 0;
  return 0;
}

int cuttle_mutex_release(pthread_mutex_t* mutex, unsigned* depth) {
  if (!is_mine(mutex)) return EPERM;
  *depth = mutex->__data.__count;
  mutex->__data.__lock = mutex->__data.__owner = 0;
  mutex->__data.__count = 0;
  return 0;
}

void cuttle_mutex_regain(pthread_mutex_t* mutex, unsigned depth) {
  take(mutex);
  mutex->__data.__count = depth;
}

/* ---- The functions of libc ------------------------------------------------------------------- */

WORLD int pthread_mutex_lock(pthread_mutex_t* mutex) {
  return cuttle_controlled() ? lock(mutex) : REAL(pthread_mutex_lock)(mutex);
}

WORLD int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  return cuttle_controlled() ? try_lock(mutex, EBUSY) : REAL(pthread_mutex_trylock)(mutex);
}

WORLD int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  return cuttle_controlled() ? unlock(mutex) : REAL(pthread_mutex_unlock)(mutex);
}

WORLD int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (!cuttle_controlled()) return REAL(pthread_mutex_destroy)(mutex);
  if (is_wrong(mutex)) return EINVAL;
  cuttle_sync(CUTTLE_SYNC_UNLOCK, mutex, NULL);
  if (mutex->__data.__lock) {
    cuttle_watch_misuse("a mutex is destroyed that is locked");
    return EBUSY;
  }
  mutex->__data.__kind = DESTROYED;
  return 0;
}

int cuttle_mutex_lock_until(pthread_mutex_t* mutex) {
  return try_lock(mutex, ETIMEDOUT);
}

WORLD int mtx_lock(mtx_t* mutex) {
  if (!cuttle_controlled()) return REAL(mtx_lock)(mutex);
  return lock((pthread_mutex_t*)mutex) ? thrd_error : thrd_success;
}

WORLD int mtx_trylock(mtx_t* mutex) {
  int error;
  if (!cuttle_controlled()) return REAL(mtx_trylock)(mutex);
  error = try_lock((pthread_mutex_t*)mutex, EBUSY);
  return error == EBUSY ? thrd_busy : error ? thrd_error : thrd_success;
}

WORLD int mtx_unlock(mtx_t* mutex) {
  if (!cuttle_controlled()) return REAL(mtx_unlock)(mutex);
  return unlock((pthread_mutex_t*)mutex) ? thrd_error : thrd_success;
}

WORLD void mtx_destroy(mtx_t* mutex) {
  pthread_mutex_destroy((pthread_mutex_t*)mutex);
}

/* ---- Spin locks: a word; libc has 1 for a free one ------------------------------------------- */

#define SPIN_FREE 1
#define SPIN_ME (ME + SPIN_FREE)

static int spin_is_free(const CuttleTask* task) {
  return *(const volatile int*)task->next.object <= SPIN_FREE;
}

WORLD int pthread_spin_lock(pthread_spinlock_t* lock) {
  if (!cuttle_controlled()) return REAL(pthread_spin_lock)(lock);
  if (!__cuttle_threads && *lock > SPIN_FREE)
    cuttle_watch_end(CUTTLE_BUG_DEADLOCK, "a thread locks a spin lock that it has");
  cuttle_sync(CUTTLE_SYNC_LOCK, lock, spin_is_free);
  *lock = SPIN_ME;
  return 0;
}

WORLD int pthread_spin_trylock(pthread_spinlock_t* lock) {
  CuttleOperation operation;
  if (!cuttle_controlled()) return REAL(pthread_spin_trylock)(lock);
  operation = cuttle_operation(CUTTLE_SYNC_TRY, lock);
  if (__cuttle_threads) {
    cuttle_visible(&operation);
    operation.value = *lock <= SPIN_FREE;
    cuttle_tell(&operation);
  }
  if (*lock > SPIN_FREE) return EBUSY;
  *lock = SPIN_ME;
  return 0;
}

WORLD int pthread_spin_unlock(pthread_spinlock_t* lock) {
  if (!cuttle_controlled()) return REAL(pthread_spin_unlock)(lock);
  if (*lock != SPIN_ME)
    cuttle_watch_misuse(*lock > SPIN_FREE ? "a spin lock is unlocked that another thread has"
                                          : "a spin lock is unlocked that is not locked");
  cuttle_sync(CUTTLE_SYNC_UNLOCK, lock, NULL);
  *lock = SPIN_FREE;
  return 0;
}
