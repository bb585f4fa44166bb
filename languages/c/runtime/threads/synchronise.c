/* SPDX-License-Identifier: Apache-2.0 */

/* How threads wait for each other: mutexes, conditions, semaphores, barriers. Each of these places
 * has the clock of who left it last. Who comes in after that is later (threads.c), so that choices
 * are sorted in an order in which data can have gone from one thread to another. */

#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/threads/threads.h"

#define MODEL __attribute__((weak, visibility("default")))

#define PLACES 4096u
static struct Place {
  const volatile void* address;
  uint32_t clock; /* of who left it last */
} places[PLACES];

/* Of those that share an entry the first one has it: the others order nothing. */
static struct Place* find_place(const volatile void* address) {
  struct Place* place = &places[((uint64_t)address >> 3) % PLACES];
  const volatile void* owner = NULL;
  __cuttle_thread.callee = NULL; /* whatever is in there is none of our business */
  if (!cuttle_has_threads()) return NULL;
  return __atomic_compare_exchange_n(&place->address, &owner, address, 0, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED) ||
                 owner == address
             ? place
             : NULL;
}

static void entered(const volatile void* address) {
  const struct Place* place = find_place(address);
  if (place) cuttle_thread_not_before(__atomic_load_n(&place->clock, __ATOMIC_RELAXED));
}

/* What others do inside comes after what this thread did before. Several may leave at once. */
static void leaving(const volatile void* address) {
  struct Place* place = find_place(address);
  const uint32_t clock = place ? cuttle_thread_advance() : 0;
  uint32_t last = place ? __atomic_load_n(&place->clock, __ATOMIC_RELAXED) : 0;
  while (place && last < clock &&
         !__atomic_compare_exchange_n(&place->clock, &last, clock, 0, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
  }
}

/* A function that comes in when it gives 0, which is what all of these do; thrd_success is 0. */
#define ENTERS(name, type)                    \
  MODEL int __cuttle_model_##name(type* at) { \
    const int error = name(at);               \
    if (!error) entered(at);                  \
    return error;                             \
  }
#define ENTERS_UNTIL(name, type)                                          \
  MODEL int __cuttle_model_##name(type* at, const struct timespec* end) { \
    const int error = name(at, end);                                      \
    if (!error) entered(at);                                              \
    return error;                                                         \
  }
#define ENTERS_UNTIL_OF(name, type)                                                        \
  MODEL int __cuttle_model_##name(type* at, clockid_t clock, const struct timespec* end) { \
    const int error = name(at, clock, end);                                                \
    if (!error) entered(at);                                                               \
    return error;                                                                          \
  }
#define LEAVES(name, type)                    \
  MODEL int __cuttle_model_##name(type* at) { \
    leaving(at);                              \
    return name(at);                          \
  }

ENTERS(pthread_mutex_lock, pthread_mutex_t)
ENTERS(pthread_mutex_trylock, pthread_mutex_t)
ENTERS_UNTIL(pthread_mutex_timedlock, pthread_mutex_t)
ENTERS_UNTIL_OF(pthread_mutex_clocklock, pthread_mutex_t)
LEAVES(pthread_mutex_unlock, pthread_mutex_t)

ENTERS(mtx_lock, mtx_t)
ENTERS(mtx_trylock, mtx_t)
ENTERS_UNTIL(mtx_timedlock, mtx_t)
LEAVES(mtx_unlock, mtx_t)

ENTERS(pthread_rwlock_rdlock, pthread_rwlock_t)
ENTERS(pthread_rwlock_tryrdlock, pthread_rwlock_t)
ENTERS_UNTIL(pthread_rwlock_timedrdlock, pthread_rwlock_t)
ENTERS_UNTIL_OF(pthread_rwlock_clockrdlock, pthread_rwlock_t)
ENTERS(pthread_rwlock_wrlock, pthread_rwlock_t)
ENTERS(pthread_rwlock_trywrlock, pthread_rwlock_t)
ENTERS_UNTIL(pthread_rwlock_timedwrlock, pthread_rwlock_t)
ENTERS_UNTIL_OF(pthread_rwlock_clockwrlock, pthread_rwlock_t)
LEAVES(pthread_rwlock_unlock, pthread_rwlock_t)

ENTERS(pthread_spin_lock, pthread_spinlock_t volatile)
ENTERS(pthread_spin_trylock, pthread_spinlock_t volatile)
LEAVES(pthread_spin_unlock, pthread_spinlock_t volatile)

ENTERS(sem_wait, sem_t)
ENTERS(sem_trywait, sem_t)
ENTERS_UNTIL(sem_timedwait, sem_t)
ENTERS_UNTIL_OF(sem_clockwait, sem_t)
LEAVES(sem_post, sem_t)

/* All who meet go on later than any of them came. */
MODEL int __cuttle_model_pthread_barrier_wait(pthread_barrier_t* barrier) {
  int result;
  leaving(barrier);
  result = pthread_barrier_wait(barrier);
  entered(barrier);
  return result;
}

/* ---- Conditions: the mutex is left and entered again ----------------------------------------- */

#define WAITS(mutex, call) \
  do {                     \
    int error;             \
    leaving(mutex);        \
    error = call;          \
    entered(mutex);        \
    return error;          \
  } while (0)

MODEL int __cuttle_model_pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  WAITS(mutex, pthread_cond_wait(condition, mutex));
}

MODEL int __cuttle_model_pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                                const struct timespec* end) {
  WAITS(mutex, pthread_cond_timedwait(condition, mutex, end));
}

MODEL int __cuttle_model_pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                                clockid_t clock, const struct timespec* end) {
  WAITS(mutex, pthread_cond_clockwait(condition, mutex, clock, end));
}

MODEL int __cuttle_model_cnd_wait(cnd_t* condition, mtx_t* mutex) {
  WAITS(mutex, cnd_wait(condition, mutex));
}

MODEL int __cuttle_model_cnd_timedwait(cnd_t* condition, mtx_t* mutex, const struct timespec* end) {
  WAITS(mutex, cnd_timedwait(condition, mutex, end));
}

/* std::condition_variable::wait(std::unique_lock<std::mutex>&), whose first member is the mutex. */
extern void wait_condition(void* condition, void** lock) __asm__(
    "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE") __attribute__((weak));
MODEL void __cuttle_model__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(void* condition,
                                                                                    void** lock) {
  leaving(*lock);
  wait_condition(condition, lock);
  entered(*lock);
}

/* ---- What is done once: by one thread, before any other goes on ------------------------------ */

static __thread struct {
  void (*routine)(void);
  const void* flag;
} once;

static void do_once(void) {
  const void* flag = once.flag;
  once.routine();
  leaving(flag);
}

MODEL int __cuttle_model_pthread_once(pthread_once_t* flag, void (*routine)(void)) {
  int error;
  once.routine = routine;
  once.flag = flag;
  error = pthread_once(flag, do_once);
  entered(flag);
  return error;
}

MODEL void __cuttle_model_call_once(once_flag* flag, void (*routine)(void)) {
  once.routine = routine;
  once.flag = flag;
  call_once(flag, do_once);
  entered(flag);
}
