/* SPDX-License-Identifier: Apache-2.0 */

/* Giving way: others may run, and nothing else is known. Sleeping is that, and the time of this
 * world goes on. */

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <threads.h>

#include "languages/c/runtime/schedule/ends.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

static void give_way(int may_be_cancelled) {
  CuttleOperation operation;
  if (!__cuttle_threads || !cuttle_controlled()) return;
  operation = cuttle_operation(CUTTLE_SYNC_YIELD, NULL);
  operation.is_last = 1;
  if (may_be_cancelled)
    cuttle_cancellation_point(&operation);
  else
    cuttle_visible(&operation);
  cuttle_watch_operation(cuttle_task, &operation);
}

void cuttle_pause_sleeping(void) {
  give_way(1);
}

WORLD int sched_yield(void) {
  if (!cuttle_controlled()) return (int)KERNEL(SYS_sched_yield);
  give_way(0);
  return 0;
}

WORLD void thrd_yield(void) {
  sched_yield();
}
