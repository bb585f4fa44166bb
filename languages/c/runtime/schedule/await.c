/* SPDX-License-Identifier: Apache-2.0 */

/* Loops that only look. The pass marks the ends of iterations that change nothing: as long as what
 * such an iteration has read is still the same, the next one would do the same. So the task is held
 * until one of these places has another value. The loop then costs one step per change, and waits
 * for ever where there is none. */

#include <string.h>

#include "languages/c/runtime/core/reserve.h"
#include "languages/c/runtime/schedule/schedule.h"

#define MOST_LOOKS 16u
typedef struct CuttleLook {
  const volatile void* at;
  uint32_t size;
  uint64_t seen;
  uint64_t before; /* what was there before the last write since */
} CuttleLook;

static CuttleLook (*looks)[MOST_LOOKS]; /* by task, reserved */

void cuttle_await_prepare(void) {
  if (!looks) looks = (CuttleLook(*)[MOST_LOOKS])cuttle_reserve(CUTTLE_MAX_TASKS * sizeof(*looks));
}

static uint64_t value_at(const volatile void* at, uint32_t size) {
  uint64_t value = 0;
  memcpy(&value, (const void*)at, size);
  return value;
}

static CuttleLook* find(const CuttleTask* task, const volatile void* at, uint32_t size) {
  uint32_t i;
  for (i = 0; looks && i < task->look_count; ++i) {
    CuttleLook* look = &looks[task->index][i];
    if (look->at == at && look->size == size) return look;
  }
  return NULL;
}

void cuttle_await_note(const volatile void* at, uint32_t size) {
  CuttleTask* self = cuttle_task;
  CuttleLook* look;
  uint64_t value;
  if (!looks || size > sizeof(value) || self->look_count == MOST_LOOKS) {
    self->look_overflow = 1;
    return;
  }
  value = value_at(at, size);
  look = find(self, at, size);
  if (look && look->seen != value) self->look_overflow = 1; /* it saw both */
  if (look) return;
  look = &looks[self->index][self->look_count++];
  look->at = at;
  look->size = size;
  look->seen = look->before = value;
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

/* Those who look there keep what is going to be overwritten. */
void cuttle_await_wrote(const volatile void* at, uint64_t size, uint32_t how) {
  const uint64_t from = (uint64_t)at;
  CuttleTask* task;
  uint32_t i, k;
  for (i = 0; (task = cuttle_task_at(i)); ++i)
    for (k = 0; task != cuttle_task && k < task->look_count; ++k) {
      CuttleLook* look = &looks[task->index][k];
      if ((uint64_t)look->at < from + size && from < (uint64_t)look->at + look->size)
        look->before = value_at(look->at, look->size);
    }
  /* An update that may have failed is what a loop around a lock looks with. */
  if (how & CUTTLE_ACCESS_READ)
    cuttle_await_note(at, size < ~0u ? (uint32_t)size : ~0u);
  else
    cuttle_await_forget(cuttle_task);
}

static int has_changed(const CuttleLook* look) {
  return value_at(look->at, look->size) != look->seen;
}

static int is_over(const CuttleTask* task) {
  uint32_t i;
  if (!task->awaits) return 1;
  for (i = 0; i < task->look_count; ++i)
    if (has_changed(&looks[task->index][i])) return 1;
  return 0;
}

/* Could the task have gone on without the last write to this place? */
static int was_possible(const CuttleTask* task, const CuttleLook* which) {
  uint32_t i;
  if (which->before != which->seen) return 1;
  for (i = 0; i < task->look_count; ++i) {
    const CuttleLook* look = &looks[task->index][i];
    if (look != which && has_changed(look)) return 1;
  }
  return 0;
}

/* One record for each place that it looks at again; the operation itself is told by others. */
static void tell_awaited(const CuttleOperation* operation) {
  CuttleTask* self = cuttle_task;
  uint32_t i;
  for (i = 0; i < self->look_count; ++i) {
    const CuttleLook* look = &looks[self->index][i];
    CuttleOperation again = *operation;
    if (look->at == operation->object && look->size == operation->aux) continue;
    again.flags = CUTTLE_ACCESS_READ | CUTTLE_ACCESS_ATOMIC;
    if (!was_possible(self, look)) again.flags |= CUTTLE_ACCESS_AWAIT;
    again.object = look->at;
    again.aux = look->size;
    again.value = value_at(look->at, look->size);
    cuttle_tell(&again);
  }
}

void cuttle_await_hold(CuttleOperation* operation) {
  CuttleTask* self = cuttle_task;
  const CuttleLook* look;
  if (!self->awaits) {
    cuttle_visible(operation);
    return;
  }
  operation->possible = is_over;
  cuttle_visible(operation);
  operation->possible = NULL;
  tell_awaited(operation);
  look = find(self, operation->object, operation->aux);
  if (look && !was_possible(self, look)) operation->flags |= CUTTLE_ACCESS_AWAIT;
  cuttle_await_forget(self);
}
