/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What happens at the end of a task, and how it gets there. */

#include <pthread.h>

#include "languages/c/runtime/schedule/schedule.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- life.c */

/* The running task ends: destructors of its frames, then of its storage. */
void cuttle_leave_task(void) __attribute__((noreturn));
/* cuttle_visible() where a cancelled task ends. */
void cuttle_cancellation_point(const CuttleOperation* operation);
/* A join that may fail because of the time. */
int cuttle_join_until(pthread_t handle, void** result);

/* ---- ends.c */

/* Of thread-local objects and of thread-specific data. */
void cuttle_run_destructors(CuttleTask* task);
/* Jumps to the newest pthread_cleanup_push() that is not done; returns when there is none. */
void cuttle_next_cleanup(CuttleTask* task);

#ifdef __cplusplus
}
#endif
