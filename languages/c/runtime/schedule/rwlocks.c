/* SPDX-License-Identifier: Apache-2.0 */

/* Read-write locks: __readers counts the former, __cur_writer is the latter (a task's index + 1).
 */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "languages/c/runtime/schedule/locks.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/world/world.h"

#define ME ((int)cuttle_task->index + 1)

static const volatile pthread_rwlock_t* lock_of(const CuttleTask* task) {
  return (const volatile pthread_rwlock_t*)task->next.object;
}

static int can_read(const CuttleTask* task) {
  return !lock_of(task)->__data.__cur_writer;
}

static int can_write(const CuttleTask* task) {
  return !lock_of(task)->__data.__cur_writer && !lock_of(task)->__data.__readers;
}

static int is_open(const pthread_rwlock_t* lock, int shared) {
  return !lock->__data.__cur_writer && (shared || !lock->__data.__readers);
}

static void take(pthread_rwlock_t* lock, int shared) {
  if (shared)
    lock->__data.__readers++;
  else
    lock->__data.__cur_writer = ME;
}

static int wait(pthread_rwlock_t* lock, int shared) {
  if (lock->__data.__cur_writer == ME) return EDEADLK;
  if (!__cuttle_threads && !is_open(lock, shared))
    cuttle_watch_end(CUTTLE_BUG_DEADLOCK, "a thread waits for a lock that it has");
  cuttle_sync(shared ? CUTTLE_SYNC_SHARE : CUTTLE_SYNC_LOCK, lock, shared ? can_read : can_write);
  take(lock, shared);
  return 0;
}

static int try_to(pthread_rwlock_t* lock, int shared, int busy) {
  CuttleOperation operation = cuttle_operation(CUTTLE_SYNC_TRY, lock);
  operation.aux = shared ? CUTTLE_SYNC_SHARE : 0;
  if (__cuttle_threads) {
    cuttle_visible(&operation);
    operation.value = (uint64_t)is_open(lock, shared);
    cuttle_tell(&operation);
  }
  if (!is_open(lock, shared)) return busy;
  take(lock, shared);
  return 0;
}

int cuttle_rwlock_until(pthread_rwlock_t* lock, int shared) {
  return try_to(lock, shared, ETIMEDOUT);
}

static int unlock(pthread_rwlock_t* lock) {
  const int shared = lock->__data.__readers != 0;
  CuttleOperation operation = cuttle_operation(CUTTLE_SYNC_UNLOCK, lock);
  operation.aux = shared ? CUTTLE_SYNC_SHARE : 0;
  if (!shared && lock->__data.__cur_writer != ME)
    cuttle_watch_misuse(lock->__data.__cur_writer
                            ? "a read-write lock is unlocked that another thread has"
                            : "a read-write lock is unlocked that is not locked");
  if (__cuttle_threads) {
    cuttle_visible(&operation);
    cuttle_tell(&operation);
  }
  if (shared)
    lock->__data.__readers--;
  else
    lock->__data.__cur_writer = 0;
  return 0;
}

WORLD int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  return cuttle_controlled() ? wait(lock, 1) : REAL(pthread_rwlock_rdlock)(lock);
}
WORLD int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  return cuttle_controlled() ? wait(lock, 0) : REAL(pthread_rwlock_wrlock)(lock);
}
WORLD int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  return cuttle_controlled() ? try_to(lock, 1, EBUSY) : REAL(pthread_rwlock_tryrdlock)(lock);
}
WORLD int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  return cuttle_controlled() ? try_to(lock, 0, EBUSY) : REAL(pthread_rwlock_trywrlock)(lock);
}
WORLD int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  return cuttle_controlled() ? unlock(lock) : REAL(pthread_rwlock_unlock)(lock);
}

WORLD int pthread_rwlock_destroy(pthread_rwlock_t* lock) {
  if (!cuttle_controlled()) return REAL(pthread_rwlock_destroy)(lock);
  cuttle_sync(CUTTLE_SYNC_UNLOCK, lock, NULL);
  if (is_open(lock, 0)) return 0;
  cuttle_watch_misuse("a read-write lock is destroyed that is locked");
  return EBUSY;
}
