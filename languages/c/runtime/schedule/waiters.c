/* SPDX-License-Identifier: Apache-2.0 */
#include "languages/c/runtime/schedule/waiters.h"

static uint64_t last_ticket;

void cuttle_begin_waiting(const volatile void* at) {
  cuttle_task->waits_at = at;
  cuttle_task->ticket = ++last_ticket;
}

uint64_t cuttle_stop_waiting(CuttleTask* task) {
  const uint64_t unsignalled = task->ticket != 0;
  task->waits_at = NULL;
  task->ticket = 0;
  return unsignalled;
}

CuttleTask* cuttle_first_waiting(const volatile void* at) {
  CuttleTask *first = NULL, *task;
  uint32_t i;
  for (i = 0; (task = cuttle_task_at(i)); ++i)
    if (task->state == CUTTLE_TASK_READY && task->waits_at == at && task->ticket &&
        (!first || task->ticket < first->ticket))
      first = task;
  return first;
}
