/* SPDX-License-Identifier: Apache-2.0 */

/* Who runs is a choice, too: what the scheduler (../schedule) asks of an explored program. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/memory/objects.h"
#include "languages/c/runtime/schedule/schedule.h"

/* ---- Numbers of objects, which do not depend on addresses ------------------------------------ */

extern const char __executable_start[] __attribute__((weak));

static uint32_t hash(uint64_t a, uint64_t b) {
  const uint64_t h = (a * 0x9e3779b97f4a7c15ull ^ b) * 0xff51afd7ed558ccdull;
  return (uint32_t)(h ^ h >> 32) | 1;
}

enum { ON_HEAP = 1, GLOBAL, ON_STACK, ELSEWHERE };

static const CuttleTask* owner_of_stack(uint64_t address) {
  const CuttleTask* task;
  uint32_t i;
  for (i = 0; (task = cuttle_task_at(i)); ++i)
    if (task->state < CUTTLE_TASK_GONE && address >= task->stack_low && address < task->stack_high)
      return task;
  return NULL;
}

/* The stack of the first thread has no low end that we know. */
static int is_on_first_stack(uint64_t address) {
  const uint64_t high = cuttle_task_at(0)->stack_high, room = 8u << 20;
  return address < high + (1u << 20) && address + room > high;
}

static uint32_t number_of(const volatile void* at, uint32_t* offset) {
  const uint64_t address = (uint64_t)at;
  CuttleHeapObject heap;
  CuttleObject object;
  const CuttleTask* task;
  if (cuttle_heap_find(address, &heap)) {
    *offset = (uint32_t)(address - heap.base);
    return hash(ON_HEAP, heap.number);
  }
  task = owner_of_stack(address);
  if (task || is_on_first_stack(address)) {
    if (!task) task = cuttle_task_at(0);
    *offset = (uint32_t)(task->stack_high - address);
    return hash(ON_STACK, task->name);
  }
  if (cuttle_find_object(address, &object)) {
    *offset = (uint32_t)(address - object.base);
    return hash(GLOBAL, object.base - (uint64_t)__executable_start);
  }
  *offset = (uint32_t)address & 0xfffff;
  return hash(ELSEWHERE, (address - (uint64_t)__executable_start) >> 20);
}

/* Locks and their like are known by one number. */
static uint32_t number_of_lock(const volatile void* at) {
  uint32_t offset, number;
  if (!at) return 0;
  number = number_of(at, &offset);
  return hash(number, (uint64_t)offset + 1);
}

/* ---- Records --------------------------------------------------------------------------------- */

static CuttleRecord* new_record(void) {
  CuttleArea* area = &cuttle_rt.trace->areas[CUTTLE_AREA_RECORDS];
  CuttleRecord* record =
      (CuttleRecord*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_RECORDS) + area->count;
  if (!cuttle_rt.active) return NULL;
  if (area->count >= cuttle_rt.record_limit) {
    cuttle_truncate(CUTTLE_REASON_DEPTH, __cuttle_thread.site);
    return NULL;
  }
  memset(record, 0, sizeof(*record));
  return record;
}

static void publish(void) {
  CuttleArea* area = &cuttle_rt.trace->areas[CUTTLE_AREA_RECORDS];
  __atomic_store_n(&area->count, area->count + 1, __ATOMIC_RELEASE);
}

/* Those who could run, from the 64th on. */
static uint32_t list_others(void) {
  CuttleArea* area = &cuttle_rt.trace->areas[CUTTLE_AREA_BLOBS];
  const uint32_t at = (area->count + 7) & ~7u ? (area->count + 7) & ~7u : 8;
  uint8_t* bytes = (uint8_t*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_BLOBS) + at;
  uint32_t* list = (uint32_t*)(bytes + sizeof(CuttleBlob));
  uint32_t i, count = 0;
  const CuttleTask* task;
  for (i = 64; (task = cuttle_task_at(i)); ++i) {
    if (!cuttle_can_run(task)) continue;
    if (at + sizeof(CuttleBlob) + 4 * (count + 1) > area->capacity) {
      cuttle_truncate(CUTTLE_REASON_TRACE_FULL, __cuttle_thread.site);
      return 0;
    }
    list[count++] = i;
  }
  if (!count) return 0;
  ((CuttleBlob*)bytes)->kind = CUTTLE_BLOB_THREADS;
  ((CuttleBlob*)bytes)->size = 4 * count;
  __atomic_store_n(&area->count, at + (uint32_t)sizeof(CuttleBlob) + 4 * count, __ATOMIC_RELEASE);
  return at;
}

void cuttle_watch_race(const CuttleTask* chosen, uint32_t step) {
  CuttleRecord* record;
  const CuttleTask* task;
  uint32_t i;
  if (!cuttle_rt.active || !cuttle_enter()) return;
  if (cuttle_rt.trace->choices_total++ >= cuttle_rt.choice_limit)
    cuttle_truncate(CUTTLE_REASON_DEPTH, chosen->next.site);
  record = new_record();
  if (record) {
    record->kind = CUTTLE_RACE;
    record->thread = (uint16_t)chosen->index;
    record->site = chosen->next.site;
    record->b = chosen->name;
    for (i = 0; i < 64 && (task = cuttle_task_at(i)); ++i)
      if (cuttle_can_run(task)) record->value |= (uint64_t)1 << i;
    record->a = cuttle_task_at(64) ? list_others() : 0;
    record->clock = step;
    if (cuttle_rt.active) publish();
  }
  cuttle_leave();
}

void cuttle_watch_operation(const CuttleTask* task, const CuttleOperation* operation) {
  CuttleRecord* record;
  if (!cuttle_rt.active || !cuttle_enter()) return;
  record = new_record();
  if (record) {
    record->kind = operation->kind;
    record->flags = operation->flags;
    record->thread = (uint16_t)task->index;
    record->site = operation->site;
    record->value = operation->value;
    record->aux = operation->aux;
    if (operation->kind == CUTTLE_ACCESS) {
      record->a = number_of(operation->object, &record->b);
    } else {
      record->a = number_of_lock(operation->object);
      record->b = operation->b;
      if (operation->second) record->b = number_of_lock(operation->second);
      if (operation->task) record->b = operation->task->index;
    }
    publish();
  }
  cuttle_leave();
}

/* Defined where code was compiled without announcing its accesses. */
extern const char __cuttle_hides_accesses __attribute__((weak));

void cuttle_watch_task(const CuttleTask* task) {
  CuttleArea* area = &cuttle_rt.trace->areas[CUTTLE_AREA_THREADS];
  CuttleThreadRecord* records =
      (CuttleThreadRecord*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_THREADS);
  CuttleThreadRecord* record = &records[task->index];
  if (task->index == 1 && &__cuttle_hides_accesses)
    cuttle_watch_complaint("code that was compiled without -pthread does not say what it accesses");
  if (task->index >= area->capacity) return;
  if (!area->count) memset(records, 0, sizeof(*records));
  record->name = task->name;
  record->parent = task->parent->index;
  record->child = task->parent->children;
  record->site = __cuttle_thread.site;
  __atomic_store_n(&area->count, task->index + 1, __ATOMIC_RELEASE);
}

const CuttleStep* cuttle_watch_schedule(uint32_t* count) {
  *count = cuttle_rt.trace->areas[CUTTLE_AREA_SCHEDULE].count;
  return (const CuttleStep*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_SCHEDULE);
}

uint32_t cuttle_watch_site(void) {
  return __cuttle_thread.site;
}

uint64_t cuttle_watch_size(const void* object) {
  CuttleHeapObject heap;
  return cuttle_heap_find((uint64_t)object, &heap) ? heap.size : 0;
}

/* ---- What goes wrong ------------------------------------------------------------------------- */

void cuttle_watch_complaint(const char* what) {
  cuttle_event(CUTTLE_REASON_THREADS, __cuttle_thread.site, what);
}

static const void* image_of(const void* address) {
  Dl_info info;
  return dladdr(address, &info) ? info.dli_fbase : NULL;
}

/* Does the code say itself what it does to memory? */
static int is_instrumented(const void* code) {
  static const void *known[64], *answers[64];
  const uint32_t at = (uint32_t)((uint64_t)code >> 4) % 64;
  const CuttleModule* module;
  const void* image;
  if (known[at] == code) return answers[at] != NULL;
  image = image_of(code);
  for (module = cuttle_rt.modules; module && image_of(module) != image;) module = module->next;
  known[at] = code;
  answers[at] = module;
  return module != NULL;
}

void cuttle_watch_unseen(const void* callee, uint32_t site) {
  if (callee && is_instrumented(callee)) return;
  cuttle_event(CUTTLE_REASON_THREADS, site, "what a library does to shared memory is not seen");
}

void cuttle_watch_misuse(const char* message) {
  cuttle_bug_exit(CUTTLE_BUG_ABORT, __cuttle_thread.site, CUTTLE_MESSAGE_MISUSE, message, NULL, 0);
}

/* The place of the first of those who wait, other than for somebody's end: the same whoever came
 * last. */
static uint32_t place_of_deadlock(void) {
  const CuttleTask* task;
  uint32_t i;
  for (i = 0; (task = cuttle_task_at(i)); ++i)
    if (task->state == CUTTLE_TASK_READY && task->next.site && task->next.possible &&
        !(task->next.kind == CUTTLE_SYNC && task->next.flags == CUTTLE_SYNC_JOIN))
      return task->next.site;
  return __cuttle_thread.site;
}

void cuttle_watch_end(uint32_t bug, const char* message) {
  const uint32_t threads = __cuttle_threads;
  if (bug == CUTTLE_BUG_NONE) cuttle_redundant_exit();
  __cuttle_threads = 0; /* nobody goes on */
  cuttle_bug_exit(bug, threads ? place_of_deadlock() : __cuttle_thread.site, message, NULL, NULL,
                  0);
}
