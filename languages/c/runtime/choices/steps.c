/* SPDX-License-Identifier: Apache-2.0 */
/* What a program that is explored with pruning logs of its steps. */
#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/step_notes.h"
#include "languages/c/runtime/threads/threads.h"

/* The run whose log is full, and the one that has said where the program is. */
static uint32_t full_in, begun_in;

/* At most half of the stream: choices come first. A log that ends early is noticed by its reader.
 */
static void record(uint32_t kind, uint32_t what, uint64_t value) {
  CuttleArea* area = &cuttle_rt.trace->areas[CUTTLE_AREA_RECORDS];
  CuttleRecord* record = (CuttleRecord*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_RECORDS);
  const CuttleThreadTime now = cuttle_thread_time();
  const uint32_t at = area->count;
  if (at >= cuttle_rt.record_limit) return;
  if (at >= cuttle_rt.record_limit / 2) {
    full_in = cuttle_rt.trace->run;
    kind = CUTTLE_STEP_FULL;
  }
  record += at;
  record->kind = CUTTLE_SEGMENT;
  record->flags = 0;
  record->thread = now.thread;
  record->site = 0;
  record->a = what;
  record->b = kind;
  record->value = value;
  record->aux = 0;
  record->clock = now.clock;
  __atomic_store_n(&area->count, at + 1, __ATOMIC_RELEASE);
}

void __cuttle_step_note(uint32_t kind, uint32_t what, uint64_t value) {
  if (!cuttle_rt.active || full_in == cuttle_rt.trace->run) return;
  record(kind, what, value);
}

void __cuttle_step(const void* table, uint32_t number) {
  if (!cuttle_rt.active || full_in == cuttle_rt.trace->run) return;
  if (begun_in != cuttle_rt.trace->run) {
    begun_in = cuttle_rt.trace->run;
    cuttle_rt.trace->features_given |= CUTTLE_FEATURE_SEGMENTS;
    record(CUTTLE_STEP_PROGRAM, 0, (uint64_t)(uintptr_t)__cuttle_step);
  }
  record(CUTTLE_STEP_BEGIN, number, (uint64_t)(uintptr_t)table);
}
