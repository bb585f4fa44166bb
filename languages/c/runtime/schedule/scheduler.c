/* SPDX-License-Identifier: Apache-2.0 */

/* Who runs next. The task that comes to a visible operation chooses among all tasks that can go on,
 * itself included: as the schedule says, and behind its end by the policy. */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/trace/layout.h"
#include "engine/trace/policy.h"
#include "languages/c/runtime/complaints.h"
#include "languages/c/runtime/core/reserve.h"
#include "languages/c/runtime/schedule/locks.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/world/world.h"

/* A task that goes on and on lets all others have as long a turn: loops that wait for them would
 * never end. */
#define PATIENCE 2000u

uint32_t __cuttle_threads;
CuttleTask* cuttle_task;

/* In reserved memory. */
static struct Table {
  CuttleTask tasks[CUTTLE_MAX_TASKS];
  CuttleCandidate candidates[CUTTLE_MAX_TASKS];
  uint32_t offered[CUTTLE_MAX_TASKS]; /* which task a candidate is */
  uint32_t count, step, in_a_row;
  uint32_t prescribed; /* steps of the schedule */
  int unjoined, misfit, failed;
  CuttleChooser chooser;
}* table;

extern char __libc_single_threaded __attribute__((weak));

/* ---- Tasks ----------------------------------------------------------------------------------- */

CuttleTask* cuttle_task_at(uint32_t index) {
  return table && index < table->count ? &table->tasks[index] : NULL;
}

CuttleTask* cuttle_task_of(uint64_t handle) {
  uint32_t i;
  if (!cuttle_task) return NULL;
  for (i = table->count; i-- > 0;) /* handles are used again: the newest */
    if (table->tasks[i].handle == handle) return &table->tasks[i];
  return NULL;
}

static CuttleTask* add_task(void) {
  CuttleTask* task = &table->tasks[table->count];
  if (table->count >= CUTTLE_MAX_TASKS) return NULL;
  memset(task, 0, sizeof(*task));
  task->index = table->count++;
  return task;
}

void cuttle_schedule_prepare(void) {
  if (!table) table = (struct Table*)cuttle_reserve(sizeof(struct Table));
  if (table && !cuttle_carriers_prepare()) table = NULL;
  cuttle_await_prepare();
}

static void read_schedule(void) {
  uint32_t count, i;
  const CuttleStep* steps = cuttle_watch_schedule(&count);
  const CuttleStep* policy = NULL;
  table->prescribed = 0;
  for (i = 0; i < count; ++i) {
    if (steps[i].kind == CUTTLE_STEP_RUN) table->prescribed++;
    if (steps[i].kind == CUTTLE_STEP_POLICY) policy = &steps[i];
  }
  cuttle_chooser_begin(&table->chooser, policy);
}

void cuttle_schedule_begin(int kernel_threads) {
  uint8_t here;
  cuttle_schedule_prepare();
  if (!table) return;
  table->count = table->step = table->in_a_row = 0;
  table->unjoined = table->misfit = table->failed = 0;
  __cuttle_threads = 0;
  cuttle_once_prepare();
  cuttle_carriers_begin(kernel_threads);
  cuttle_task = add_task();
  cuttle_task->handle = (uint64_t)pthread_self();
  cuttle_task->stack_high = (uint64_t)&here;
  cuttle_task->stack_shared = 1;
  read_schedule();
  cuttle_world_slept = cuttle_pause_sleeping;
  cuttle_world_futex = cuttle_futex;
  if (&__libc_single_threaded && !kernel_threads) __libc_single_threaded = 1;
}

void cuttle_schedule_stop(void) {
  cuttle_world_slept = NULL;
  cuttle_world_futex = NULL;
  cuttle_task = NULL;
  __cuttle_threads = 0;
}

/* 0 where names end: below a task that has none itself, too. */
static uint32_t name_of_child(CuttleTask* parent) {
  const uint32_t child = ++parent->children;
  return parent->index && !parent->name ? 0 : cuttle_thread_name(parent->name, child);
}

CuttleTask* cuttle_new_task(void* (*start)(void*), void* argument) {
  CuttleTask* task = add_task();
  if (!task) return NULL;
  task->parent = cuttle_task;
  task->name = name_of_child(cuttle_task);
  task->start = start;
  task->argument = argument;
  task->next = cuttle_operation(CUTTLE_SYNC_START, NULL);
  return task;
}

/* Counted by size, so that what libraries allocate on their own account is hardly noticed. */
uint32_t cuttle_number_object(uint64_t size) {
  static uint32_t before[64];
  const uint32_t kind = (uint32_t)(size * 0x9e3779b97f4a7c15ull >> 58);
  const uint32_t which = cuttle_task ? ++cuttle_task->allocated[kind] : ++before[kind];
  const uint64_t name = cuttle_task ? cuttle_task->name + 1ull : 0;
  const uint64_t h = ((name << 38 ^ (uint64_t)kind << 32 ^ which) + 1) * 0xff51afd7ed558ccdull;
  return (uint32_t)(h >> 32);
}

/* While somebody is not joined, what it did may still race with what others do. */
void cuttle_count_unjoined(int change) {
  table->unjoined += change;
  __cuttle_threads = table->unjoined > 0;
  if (change > 0 && &__libc_single_threaded) __libc_single_threaded = 0;
}

/* ---- Who can --------------------------------------------------------------------------------- */

int cuttle_can_run(const CuttleTask* task) {
  if (task->state != CUTTLE_TASK_READY) return 0;
  if (task->cancelled && task->at_cancellation_point && !task->cancel_disabled)
    return task->next.flags != CUTTLE_SYNC_WAKE || !task->next.second ||
           cuttle_mutex_is_free(task->next.second);
  return !task->next.possible || task->next.possible(task);
}

static CuttleTask* prescribed(void) {
  uint32_t count, i;
  const CuttleStep* steps = cuttle_watch_schedule(&count);
  uint32_t name;
  if (table->step >= table->prescribed || table->misfit) return NULL;
  name = steps[table->step].thread;
  for (i = 0; i < table->count; ++i) {
    CuttleTask* task = &table->tasks[i];
    if (task->name == name && (i == 0) == (name == 0) && cuttle_can_run(task)) return task;
  }
  table->misfit = 1;
  cuttle_watch_complaint(CUTTLE_COMPLAINT_MISFIT);
  return NULL;
}

/* Those whose next operation was tried elsewhere begin to sleep where the schedule ends. */
static void put_to_sleep(void) {
  uint32_t count, i, k;
  const CuttleStep* steps = cuttle_watch_schedule(&count);
  if (table->step != table->prescribed || table->misfit) return;
  for (i = 0; i < count; ++i) {
    if (steps[i].kind != CUTTLE_STEP_ASLEEP) continue;
    for (k = 0; k < table->count; ++k)
      if (table->tasks[k].name == steps[i].thread && (k == 0) == (steps[i].thread == 0))
        table->tasks[k].asleep = 1;
  }
}

/* Whoever had a long turn comes behind all who had none since; when all had one, it is the turn of
 * the one whose was the longest ago. */
static void let_the_tired_wait(uint32_t count) {
  CuttleTask* first = NULL;
  uint32_t i, tired = 0;
  for (i = 0; i < count; ++i) {
    CuttleTask* task = &table->tasks[table->offered[i]];
    if (!task->tired) continue;
    ++tired;
    if (!first || task->tired < first->tired) first = task;
  }
  if (tired == count) first->tired = 0;
  for (i = 0; i < count; ++i)
    if (table->tasks[table->offered[i]].tired) table->candidates[i].is_last = 1;
}

/* By the policy. NULL: all that could are asleep (`any`), or nobody can. */
static CuttleTask* choose_freely(int* any) {
  CuttleCandidate* candidates = table->candidates;
  uint32_t i, count = 0, chosen;
  *any = 0;
  put_to_sleep();
  for (i = 0; i < table->count; ++i) {
    const CuttleTask* task = &table->tasks[i];
    if (!cuttle_can_run(task)) continue;
    *any = 1;
    if (task->asleep) continue;
    table->offered[count] = i;
    candidates[count].thread = task->name;
    candidates[count].done = task->done;
    candidates[count].redrawn = task->redrawn;
    candidates[count].is_last = (uint32_t)task->next.is_last;
    ++count;
  }
  if (!count) return NULL;
  if (table->in_a_row >= PATIENCE) cuttle_task->tired = table->step;
  let_the_tired_wait(count);
  chosen = cuttle_choose(&table->chooser, candidates, count, table->step,
                         cuttle_task->state == CUTTLE_TASK_READY ? cuttle_task->name : CUTTLE_NONE);
  return &table->tasks[table->offered[chosen]];
}

static int all_ended(void) {
  uint32_t i;
  for (i = 0; i < table->count; ++i)
    if (table->tasks[i].state < CUTTLE_TASK_ENDED) return 0;
  return 1;
}

static void report_blocked(void) {
  uint32_t i;
  for (i = 0; i < table->count; ++i) {
    CuttleOperation blocked = table->tasks[i].next;
    if (table->tasks[i].state != CUTTLE_TASK_READY) continue;
    blocked.value = blocked.flags == CUTTLE_SYNC_WAKE && !table->tasks[i].ticket;
    blocked.aux = blocked.kind == CUTTLE_ACCESS ? CUTTLE_SYNC_YIELD : blocked.flags;
    blocked.kind = CUTTLE_SYNC;
    blocked.flags = CUTTLE_SYNC_BLOCKED;
    cuttle_watch_operation(&table->tasks[i], &blocked);
  }
}

static void end_of_all(void) {
  report_blocked();
  cuttle_watch_end(CUTTLE_BUG_DEADLOCK, "all threads wait for each other");
}

static CuttleTask* choose(void) {
  int any = 0;
  CuttleTask* chosen = prescribed();
  if (!chosen) chosen = choose_freely(&any);
  if (!chosen && any) cuttle_watch_end(CUTTLE_BUG_NONE, NULL);
  if (!chosen && all_ended()) exit(0); /* as libc does after the last one */
  if (!chosen) end_of_all();
  table->in_a_row = chosen == cuttle_task ? table->in_a_row + 1 : 0;
  cuttle_watch_race(chosen, table->step++);
  return chosen;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

void cuttle_visible(const CuttleOperation* operation) {
  CuttleTask* self = cuttle_task;
  CuttleTask* chosen;
  self->next = *operation;
  self->redrawn = 0;
  self->asleep = 0;
  chosen = choose();
  if (chosen != self) cuttle_carrier_switch(self, chosen);
  self->done++;
  if (operation->sleeps) cuttle_world_sleep(operation->sleeps);
}

CuttleOperation cuttle_operation(uint8_t how, const volatile void* object) {
  CuttleOperation operation;
  memset(&operation, 0, sizeof(operation));
  operation.kind = CUTTLE_SYNC;
  operation.flags = how;
  operation.object = object;
  operation.site = cuttle_watch_site();
  return operation;
}

/* It was done: whoever waits for something that depends on it has to look again. */
void cuttle_tell(const CuttleOperation* operation) {
  uint32_t i;
  if (operation->kind == CUTTLE_SYNC) cuttle_await_forget(cuttle_task);
  for (i = 0; i < table->count; ++i) {
    CuttleTask* task = &table->tasks[i];
    if (task == cuttle_task || task->state != CUTTLE_TASK_READY ||
        !cuttle_depend(operation, &task->next))
      continue;
    task->asleep = 0;
    task->redrawn++;
  }
  cuttle_watch_operation(cuttle_task, operation);
}

void cuttle_sync(uint8_t how, const volatile void* object, int (*possible)(const CuttleTask*)) {
  CuttleOperation operation;
  if (!__cuttle_threads) return;
  operation = cuttle_operation(how, object);
  operation.possible = possible;
  cuttle_visible(&operation);
  cuttle_tell(&operation);
}

void cuttle_end_task(void) {
  CuttleTask* self = cuttle_task;
  self->state = CUTTLE_TASK_ENDED;
  cuttle_carrier_leave(self, choose());
}

static int another_can(void) {
  uint32_t i;
  for (i = 0; i < table->count; ++i)
    if (&table->tasks[i] != cuttle_task && cuttle_can_run(&table->tasks[i])) return 1;
  return 0;
}

void cuttle_hold_failed(void) {
  CuttleTask* self = cuttle_task;
  if (!self || !__cuttle_threads) return;
  self->state = CUTTLE_TASK_FAILED;
  if (!another_can()) return;
  cuttle_carrier_switch(self, choose());
}
