/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/memory/poison.h"

#include <string.h>
#include <sys/mman.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/graph.h"

_Static_assert(CUTTLE_GRAPH_BASE ==
                   CUTTLE_POISON_BASE + (CUTTLE_POISON_BASE >> CUTTLE_POISON_SHIFT),
               "the table's own part of the table is where input objects are");

#define UNIT (1u << CUTTLE_POISON_SHIFT)

static int reserve(uint64_t start, uint64_t end) {
  void* at = mmap((void*)start, end - start, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (at != (void*)start) return 0;
  madvise(at, end - start, MADV_NOHUGEPAGE);
  madvise(at, end - start, MADV_DONTDUMP);
  cuttle_note_range(start, end - start);
  return 1;
}

/* But for the part that would speak of the table itself: input objects are there (graph.h). */
int cuttle_poison_init(void) {
  const uint64_t end = CUTTLE_POISON_BASE + (CUTTLE_ADDRESS_LIMIT >> CUTTLE_POISON_SHIFT);
  const uint64_t hole = (uint64_t)cuttle_poison_at(CUTTLE_POISON_BASE);
  const uint64_t inputs = (uint64_t)CUTTLE_GRAPH_REGIONS << CUTTLE_GRAPH_REGION_SHIFT;
  return reserve(CUTTLE_POISON_BASE, hole) && reserve(hole + inputs, end);
}

void cuttle_poison(uint64_t address, uint64_t size, uint8_t value) {
  const uint64_t end = address + size;
  if (address % UNIT) {
    uint8_t* first = cuttle_poison_at(address);
    const uint8_t kept = (uint8_t)(address % UNIT);
    if (*first == 0 || (*first < UNIT && *first > kept)) *first = kept;
    address += UNIT - address % UNIT;
  }
  if (address < end) memset(cuttle_poison_at(address), value, (end - address) / UNIT);
}

void cuttle_unpoison(uint64_t address, uint64_t size) {
  memset(cuttle_poison_at(address), 0, size / UNIT);
  if (size % UNIT) *cuttle_poison_at(address + size) = (uint8_t)(size % UNIT);
}

/* ---- The stack ------------------------------------------------------------------------------- */

#define PAGE 4096u
#define EMPTY_PAGES 4u /* of the table: this much stack without a trace of anybody is the end */

/* Clears from `end` of the table down to the start of its page; was there anything? */
static int clear_page(uint8_t* start, const uint8_t* end) {
  uint64_t any = 0;
  uint8_t* at;
  for (at = start; at + 8 <= end; at += 8) {
    uint64_t word;
    memcpy(&word, at, 8);
    any |= word;
  }
  for (; at < end; ++at) any |= *at;
  if (any) memset(start, 0, (size_t)(end - start));
  return any != 0;
}

void cuttle_forget_stack_below(uint64_t address) {
  uint8_t* end = cuttle_poison_at(address);
  uint32_t empty = 0;
  while (empty < EMPTY_PAGES && (uint64_t)end > CUTTLE_POISON_BASE + PAGE) {
    uint8_t* start = (uint8_t*)(((uint64_t)end - 1) & ~(uint64_t)(PAGE - 1));
    empty = clear_page(start, end) ? 0 : empty + 1;
    end = start;
  }
}

static uint8_t *kept_from, *kept;
static uint64_t kept_size;

void cuttle_poison_keep(uint64_t start, uint64_t end) {
  kept_from = cuttle_poison_at(start);
  kept_size = (end - start) / UNIT;
  kept = (uint8_t*)cuttle_reserve(kept_size);
  if (kept) memcpy(kept, kept_from, kept_size);
}

void cuttle_poison_put_back(void) {
  if (kept) memcpy(kept_from, kept, kept_size);
}

void __cuttle_landed(void) {
  cuttle_forget_stack_below((uint64_t)__builtin_frame_address(0) + 2 * sizeof(void*));
}

/* ---- What LLVM's code calls ------------------------------------------------------------------ */

#pragma GCC visibility push(default)

extern char __executable_start, _end;

struct LlvmGlobal {
  uint64_t address, size, size_with_room;
  uint64_t others[5];
};

void __cuttle_asan_register_globals(const struct LlvmGlobal* globals, uint64_t count) {
  uint64_t i;
  cuttle_map_shadow();
  for (i = 0; i < count; ++i)
    cuttle_poison(globals[i].address + globals[i].size, globals[i].size_with_room - globals[i].size,
                  CUTTLE_POISON_GLOBAL);
}

/* A library is closed. When a run ends the program itself comes by as well, and begins again where
 * one process does many. */
void __cuttle_asan_unregister_globals(const struct LlvmGlobal* globals, uint64_t count) {
  uint64_t i;
  if ((uint64_t)globals - (uint64_t)&__executable_start < (uint64_t)(&_end - &__executable_start))
    return;
  for (i = 0; i < count; ++i) cuttle_unpoison(globals[i].address, globals[i].size_with_room);
}

/* An array whose size the run knows. LLVM has made room: 32 bytes before it, up to 63 behind. */
void __cuttle_asan_alloca_poison(uint64_t address, uint64_t size) {
  const uint64_t room = 32, end = (address + size + room - 1) & ~(room - 1);
  cuttle_poison(address - room, room, CUTTLE_POISON_ALLOCA_LEFT);
  cuttle_unpoison(address, size);
  cuttle_poison(address + size, end + room - (address + size), CUTTLE_POISON_ALLOCA_RIGHT);
}

void __cuttle_asan_allocas_unpoison(uint64_t top, uint64_t bottom) {
  if (top && top <= bottom) memset(cuttle_poison_at(top), 0, (bottom - top) / UNIT);
}

/* For frames with large locals: bytes of the table itself. */
#define SET_SHADOW(value)                                             \
  void __cuttle_asan_set_shadow_##value(uint64_t at, uint64_t size) { \
    memset((void*)at, 0x##value, size);                               \
  }
SET_SHADOW(00)
SET_SHADOW(01)
SET_SHADOW(02)
SET_SHADOW(03)
SET_SHADOW(04)
SET_SHADOW(05)
SET_SHADOW(06)
SET_SHADOW(07)
SET_SHADOW(f1)
SET_SHADOW(f2)
SET_SHADOW(f3)
SET_SHADOW(f5)

/* Functions with thousands of accesses call these instead of looking themselves. */
static void look(uint64_t address, uint64_t size) {
  const uint64_t last = address + size - 1;
  const uint8_t first = *cuttle_poison_at(address), end = *cuttle_poison_at(last);
  if ((first && address % UNIT >= first) || (end && last % UNIT >= end))
    __cuttle_bad_access(address, size, __cuttle_thread.site);
}

#define LOOK(size)                                             \
  void __cuttle_asan_load##size##_noabort(uint64_t address) {  \
    look(address, size);                                       \
  }                                                            \
  void __cuttle_asan_store##size##_noabort(uint64_t address) { \
    look(address, size);                                       \
  }
LOOK(1)
LOOK(2)
LOOK(4)
LOOK(8)
LOOK(16)

void __cuttle_asan_loadN_noabort(uint64_t address, uint64_t size) {
  look(address, size);
}
void __cuttle_asan_storeN_noabort(uint64_t address, uint64_t size) {
  look(address, size);
}

#pragma GCC visibility pop
