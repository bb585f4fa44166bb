/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>
#include <semaphore.h>

#include "languages/c/runtime/schedule/schedule.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- mutexes.c */

/* For a wait on a condition: EPERM when the task does not have it. Recursion is undone. */
int cuttle_mutex_release(pthread_mutex_t* mutex, unsigned* depth);
void cuttle_mutex_regain(pthread_mutex_t* mutex, unsigned depth);
int cuttle_mutex_is_free(const volatile void* mutex);

/* With a limit in time: ETIMEDOUT when somebody else has it. */
int cuttle_mutex_lock_until(pthread_mutex_t* mutex);

/* ---- conditions.c */

int cuttle_condition_wait(pthread_cond_t* condition, pthread_mutex_t* mutex, int timed);

/* ---- rwlocks.c, semaphores.c: the same with a limit in time */

int cuttle_rwlock_until(pthread_rwlock_t* lock, int shared);
int cuttle_semaphore_until(sem_t* semaphore);

/* ---- futexes.c: waiting for a word of memory to change */

long cuttle_futex(const long* arguments);

#ifdef __cplusplus
}
#endif
