/* SPDX-License-Identifier: Apache-2.0 */

/* Loops that only look. The pass marks the ends of iterations that change nothing; what such an
 * iteration has read it would read again, so the task is held until another task wrote to one of
 * these places. The loop then costs one step per write, and waits for ever where there is none. */

#include <string.h>

#include "languages/c/runtime/core/reserve.h"
#include "languages/c/runtime/schedule/schedule.h"

#define MOST_LOOKS 16u
typedef struct CuttleLook {
  const volatile void* at;
  uint32_t size;
} CuttleLook;

static CuttleLook (*looks)[MOST_LOOKS]; /* by task, reserved */

void cuttle_await_prepare(void) {
  if (!looks) looks = (CuttleLook(*)[MOST_LOOKS])cuttle_reserve(CUTTLE_MAX_TASKS * sizeof(*looks));
}

void cuttle_await_note(const volatile void* at, uint32_t size) {
  CuttleTask* self = cuttle_task;
  CuttleLook* list;
  uint32_t i;
  if (!looks) return;
  list = looks[self->index];
  for (i = 0; i < self->look_count; ++i)
    if (list[i].at == at && list[i].size == size) return;
  if (self->look_count == MOST_LOOKS) {
    self->look_overflow = 1;
    return;
  }
  list[self->look_count].at = at;
  list[self->look_count].size = size;
  self->look_count++;
}

void cuttle_await_forget(CuttleTask* task) {
  task->look_count = task->look_overflow = task->awaits = 0;
}

void __cuttle_await(uint32_t site) {
  CuttleTask* self = cuttle_task;
  (void)site;
  if (!self) return;
  self->awaits = self->look_count && !self->look_overflow;
  if (!self->awaits) cuttle_await_forget(self);
}

static int saw(const CuttleTask* task, const volatile void* at, uint64_t size) {
  const uint64_t from = (uint64_t)at;
  uint32_t i;
  for (i = 0; i < task->look_count; ++i) {
    const CuttleLook* look = &looks[task->index][i];
    if ((uint64_t)look->at < from + size && from < (uint64_t)look->at + look->size) return 1;
  }
  return 0;
}

void cuttle_await_wrote(const volatile void* at, uint64_t size, uint32_t how) {
  CuttleTask* task;
  uint32_t i;
  for (i = 0; (task = cuttle_task_at(i)); ++i)
    if (task != cuttle_task && task->awaits && saw(task, at, size)) task->awaits = 0;
  /* An update that may have failed is what a loop around a lock looks with. */
  if (how & CUTTLE_ACCESS_READ)
    cuttle_await_note(at, (uint32_t)size);
  else
    cuttle_await_forget(cuttle_task);
}

static int is_over(const CuttleTask* task) {
  return !task->awaits;
}

/* One record for each place that it looks at again. */
static void tell_awaited(CuttleOperation* operation) {
  CuttleTask* self = cuttle_task;
  uint32_t i;
  for (i = 0; i < self->look_count; ++i) {
    const CuttleLook* look = &looks[self->index][i];
    CuttleOperation again = *operation;
    again.flags = CUTTLE_ACCESS_READ | CUTTLE_ACCESS_ATOMIC | CUTTLE_ACCESS_AWAIT;
    again.object = look->at;
    again.aux = look->size;
    again.value = 0;
    memcpy(&again.value, (const void*)look->at, look->size < 8 ? look->size : 8);
    cuttle_tell(&again);
  }
}

void cuttle_await_hold(CuttleOperation* operation) {
  CuttleTask* self = cuttle_task;
  if (!self->awaits) {
    cuttle_visible(operation);
    return;
  }
  operation->possible = is_over;
  cuttle_visible(operation);
  operation->possible = NULL;
  tell_awaited(operation);
  cuttle_await_forget(self);
}
