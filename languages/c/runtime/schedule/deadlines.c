/* SPDX-License-Identifier: Apache-2.0 */

/* Waiting until a moment of this world: as long as it is away, by the kernel's clock. Where threads
 * are controlled, time is no matter: a wait may end because of it whenever it is chosen to, and it
 * is as late as that then. */

#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

#include "languages/c/runtime/schedule/ends.h"
#include "languages/c/runtime/schedule/locks.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

#define SECOND 1000000000ll
#define BOOT_YEARS (100000000) /* no machine runs for so many seconds: a time of day is later */

static int64_t nanoseconds_of(const struct timespec* time) {
  return (int64_t)time->tv_sec * SECOND + time->tv_nsec;
}

/* A condition's clock was chosen when it was made. */
static clockid_t clock_of(const struct timespec* moment) {
  return moment->tv_sec < BOOT_YEARS && cuttle_world_start_time() > BOOT_YEARS ? CLOCK_MONOTONIC
                                                                               : CLOCK_REALTIME;
}

typedef struct Deadline {
  int64_t away;
  struct timespec real;
} Deadline;

static const struct timespec* translate(clockid_t clock, const struct timespec* moment,
                                        Deadline* deadline) {
  struct timespec here, there;
  int64_t real;
  deadline->away = 0;
  if (!cuttle_world.on || !moment || moment->tv_nsec < 0 || moment->tv_nsec >= SECOND)
    return moment;
  if (cuttle_world_clock(clock, &here) != 0) return moment;
  if (cuttle_kernel(SYS_clock_gettime, clock, (long)&there, 0, 0, 0, 0) != 0) return moment;
  deadline->away = nanoseconds_of(moment) - nanoseconds_of(&here);
  if (deadline->away < 0) deadline->away = 0;
  real = nanoseconds_of(&there) + deadline->away;
  deadline->real.tv_sec = (time_t)(real / SECOND);
  deadline->real.tv_nsec = (long)(real % SECOND);
  return &deadline->real;
}

/* In vain: then it is as late as that. */
static void pass(const Deadline* deadline, int in_vain) {
  if (in_vain && deadline->away > 0) cuttle_world_sleep((uint64_t)deadline->away);
}

static int is_moment(const struct timespec* moment) {
  return moment && moment->tv_nsec >= 0 && moment->tv_nsec < SECOND;
}

static int c11(int error) {
  return error == ETIMEDOUT ? thrd_timedout : error ? thrd_error : thrd_success;
}

/* Functions that give ETIMEDOUT or the like, and those that set errno. `ours` is what controlled
 * threads do. */
#define WAIT(name, parameters, clock, moment, failure, ours, ...)                    \
  WORLD int name parameters {                                                        \
    Deadline deadline;                                                               \
    const struct timespec* until = translate(clock, moment, &deadline);              \
    const int result =                                                               \
        cuttle_controlled() && is_moment(moment) ? (ours) : REAL(name)(__VA_ARGS__); \
    pass(&deadline, failure);                                                        \
    return result;                                                                   \
  }
#define TIMED(name, object, clock, ours) \
  WAIT(name, (object * o, const struct timespec* t), clock, t, result == ETIMEDOUT, ours, o, until)
#define CLOCKED(name, object, ours)                                             \
  WAIT(name, (object * o, clockid_t clock, const struct timespec* t), clock, t, \
       result == ETIMEDOUT, ours, o, clock, until)

WAIT(pthread_cond_timedwait,
     (pthread_cond_t* restrict c, pthread_mutex_t* restrict m, const struct timespec* restrict t),
     clock_of(t), t, result == ETIMEDOUT, cuttle_condition_wait(c, m, 1), c, m, until)
WAIT(pthread_cond_clockwait,
     (pthread_cond_t * c, pthread_mutex_t* m, clockid_t clock, const struct timespec* t), clock, t,
     result == ETIMEDOUT, cuttle_condition_wait(c, m, 1), c, m, clock, until)
WAIT(cnd_timedwait, (cnd_t* restrict c, mtx_t* restrict m, const struct timespec* restrict t),
     CLOCK_REALTIME, t, result == thrd_timedout,
     c11(cuttle_condition_wait((pthread_cond_t*)c, (pthread_mutex_t*)m, 1)), c, m, until)
WAIT(mtx_timedlock, (mtx_t* restrict m, const struct timespec* restrict t), CLOCK_REALTIME, t,
     result == thrd_timedout, c11(cuttle_mutex_lock_until((pthread_mutex_t*)m)), m, until)
TIMED(pthread_mutex_timedlock, pthread_mutex_t, CLOCK_REALTIME, cuttle_mutex_lock_until(o))
TIMED(pthread_rwlock_timedrdlock, pthread_rwlock_t, CLOCK_REALTIME, cuttle_rwlock_until(o, 1))
TIMED(pthread_rwlock_timedwrlock, pthread_rwlock_t, CLOCK_REALTIME, cuttle_rwlock_until(o, 0))
CLOCKED(pthread_mutex_clocklock, pthread_mutex_t, cuttle_mutex_lock_until(o))
CLOCKED(pthread_rwlock_clockrdlock, pthread_rwlock_t, cuttle_rwlock_until(o, 1))
CLOCKED(pthread_rwlock_clockwrlock, pthread_rwlock_t, cuttle_rwlock_until(o, 0))
WAIT(sem_timedwait, (sem_t* restrict s, const struct timespec* restrict t), CLOCK_REALTIME, t,
     result != 0 && errno == ETIMEDOUT, cuttle_semaphore_until(s), s, until)
WAIT(sem_clockwait, (sem_t * s, clockid_t clock, const struct timespec* t), clock, t,
     result != 0 && errno == ETIMEDOUT, cuttle_semaphore_until(s), s, clock, until)
WAIT(pthread_timedjoin_np, (pthread_t thread, void** value, const struct timespec* t),
     CLOCK_REALTIME, t, result == ETIMEDOUT, cuttle_join_until(thread, value), thread, value, until)
WAIT(pthread_clockjoin_np,
     (pthread_t thread, void** value, clockid_t clock, const struct timespec* t), clock, t,
     result == ETIMEDOUT, cuttle_join_until(thread, value), thread, value, clock, until)
