/* SPDX-License-Identifier: Apache-2.0 */
#include <sched.h>
#include <string.h>

#include "languages/c/runtime/core/state.h"

/* Which event (reason, site, detail) is, by a hash of them; private, forgotten with each run. */
#define SLOTS 8192u
#define MAX_SPINS 100000u
typedef struct Slot {
  uint64_t key;
  uint32_t epoch;
  uint32_t event;
} Slot;
static Slot* slots;
static uint32_t lock;

static uint64_t hash(uint32_t reason, uint32_t site, const char* detail) {
  uint64_t h = ((uint64_t)reason << 32 | site) * 0x9e3779b97f4a7c15ull;
  if (detail)
    for (; *detail; ++detail) h = (h ^ (h >> 32) ^ (unsigned char)*detail) * 0xff51afd7ed558ccdull;
  return (h ^ h >> 29) | 1;
}

static uint32_t append(uint32_t reason, uint32_t site, const char* detail) {
  CuttleArea* area = &cuttle_rt.trace->areas[CUTTLE_AREA_LIMITATIONS];
  CuttleLimitation* event =
      (CuttleLimitation*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_LIMITATIONS) + area->count;
  if (area->count >= area->capacity) return CUTTLE_NONE;
  event->reason = reason;
  event->site = site;
  event->detail = detail ? cuttle_add_string(cuttle_rt.trace, detail) : 0;
  event->count = 0;
  cuttle_note_callers(site, event->callers);
  __atomic_store_n(&area->count, area->count + 1, __ATOMIC_RELEASE);
  return area->count - 1;
}

void cuttle_begin_events(void) {
  if (!slots) slots = (Slot*)cuttle_reserve(SLOTS * sizeof(Slot));
}

/* Strings are appended here and, under the lock of the trace, for new inputs: an event comes while
 * that lock is held or not. Both may come from several threads at once only when the program has
 * several, and then details are rare; a torn name is the worst that can happen. */
void cuttle_event(uint32_t reason, uint32_t site, const char* detail) {
  const uint64_t key = hash(reason, site, detail);
  CuttleLimitation* events;
  uint32_t i;
  if (!cuttle_rt.trace || !cuttle_rt.in_run || !slots) return;
  events = (CuttleLimitation*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_LIMITATIONS);
  /* Another thread is here for a moment only; a signal handler may have interrupted ourselves. */
  for (i = 0; __atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE); ++i) {
    if (i == MAX_SPINS) return;
    if (i % 1000 == 999) sched_yield();
  }
  for (i = 0; i < SLOTS; ++i) {
    const uint32_t slot = (uint32_t)(key + i) % SLOTS;
    if (slots[slot].epoch != cuttle_rt.epoch) {
      slots[slot].key = key;
      slots[slot].epoch = cuttle_rt.epoch;
      slots[slot].event = append(reason, site, detail);
    }
    if (slots[slot].key != key) continue;
    if (slots[slot].event != CUTTLE_NONE) events[slots[slot].event].count++;
    break;
  }
  __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

void __cuttle_limitation(uint32_t reason, uint32_t site, const char* detail) {
  if (cuttle_rt.active) cuttle_event(reason, site, detail);
}

void __cuttle_external_call(const char* name, uint32_t site) {
  if (name) __cuttle_limitation(CUTTLE_REASON_EXTERNAL_CALL, site, name);
}
