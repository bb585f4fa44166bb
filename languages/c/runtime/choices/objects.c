/* SPDX-License-Identifier: Apache-2.0 */
#include "languages/c/runtime/memory/objects.h"

#include <ctype.h>
#include <sched.h>
#include <stddef.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/inputs/graph_pointers.h"
#include "languages/c/runtime/inputs/sources.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/modelling.h"

#define MAX_STACK_OBJECTS (1u << 16)
typedef struct {
  uint64_t address, size;
} StackObject;
static __thread StackObject* stack_objects;

/* ---- Globals: sorted by address, made anew when a module comes or goes ----------------------- */

#define MAX_GLOBALS (1u << 22)
static CuttleGlobal* globals;
static uint32_t global_count;
static int globals_stale = 1;

void cuttle_globals_changed(void) {
  globals_stale = 1;
}

static void add_global(const void* address, uint64_t size) {
  if (global_count >= MAX_GLOBALS || !size) return;
  globals[global_count].address = address;
  globals[global_count].size = size;
  global_count++;
}

/* The tables behind isalpha() and friends: macros read them directly. */
static void add_libc_tables(void) {
  add_global(*__ctype_b_loc() - 128, 384 * sizeof(**__ctype_b_loc()));
  add_global(*__ctype_tolower_loc() - 128, 384 * sizeof(**__ctype_tolower_loc()));
  add_global(*__ctype_toupper_loc() - 128, 384 * sizeof(**__ctype_toupper_loc()));
}

static void sort_globals(void) {
  uint32_t gap, i, j;
  for (gap = global_count / 2; gap; gap /= 2) {
    for (i = gap; i < global_count; ++i) {
      const CuttleGlobal moved = globals[i];
      for (j = i; j >= gap && globals[j - gap].address > moved.address; j -= gap)
        globals[j] = globals[j - gap];
      globals[j] = moved;
    }
  }
}

static void make_globals(void) {
  const CuttleModule* m;
  uint32_t i;
  if (!globals) globals = (CuttleGlobal*)cuttle_reserve(MAX_GLOBALS * sizeof(CuttleGlobal));
  if (!globals) return;
  global_count = 0;
  for (m = cuttle_rt.modules; m; m = m->next)
    for (i = 0; i < m->global_count; ++i) add_global(m->globals[i].address, m->globals[i].size);
  add_libc_tables();
  sort_globals();
  __atomic_store_n(&globals_stale, 0, __ATOMIC_RELEASE);
}

/* Several threads may come here at once. */
static void collect_globals(void) {
  static uint32_t lock;
  if (!__atomic_load_n(&globals_stale, __ATOMIC_ACQUIRE)) return;
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) sched_yield();
  if (globals_stale) make_globals();
  __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

void cuttle_prepare_objects(void) {
  collect_globals();
  if (!stack_objects)
    stack_objects = (StackObject*)cuttle_reserve(MAX_STACK_OBJECTS * sizeof(StackObject));
}

static int find_global(uint64_t address, CuttleObject* object) {
  uint32_t low = 0, high;
  collect_globals();
  high = global_count;
  while (low < high) { /* the last one that starts at or before the address */
    const uint32_t middle = low + (high - low) / 2;
    if ((uint64_t)globals[middle].address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (!low || address - (uint64_t)globals[low - 1].address >= globals[low - 1].size) return 0;
  object->base = (uint64_t)globals[low - 1].address;
  object->size = globals[low - 1].size;
  object->live = 1;
  return 1;
}

/* ---- Stack objects --------------------------------------------------------------------------- */

/* Those below the stack pointer are gone, however their functions were left. */
static void drop_dead(uint64_t stack_pointer) {
  uint32_t* count = &__cuttle_thread.stack_object_count;
  while (*count && stack_objects[*count - 1].address < stack_pointer) --*count;
}

void __cuttle_stack_object(const void* address, uint64_t size) {
  uint32_t* count = &__cuttle_thread.stack_object_count;
  if (!cuttle_rt.active) return;
  if (!stack_objects) {
    stack_objects = (StackObject*)cuttle_reserve(MAX_STACK_OBJECTS * sizeof(StackObject));
    *count = 0;
    if (!stack_objects) return;
  }
  drop_dead((uint64_t)__builtin_frame_address(0));
  if (*count >= MAX_STACK_OBJECTS) return;
  stack_objects[*count].address = (uint64_t)address;
  stack_objects[*count].size = size;
  ++*count;
}

static int find_stack_object(uint64_t address, CuttleObject* object) {
  uint32_t i;
  if (!stack_objects) return 0;
  drop_dead((uint64_t)__builtin_frame_address(0));
  for (i = __cuttle_thread.stack_object_count; i-- > 0;) { /* the newest is the living one */
    if (address - stack_objects[i].address >= stack_objects[i].size) continue;
    object->base = stack_objects[i].address;
    object->size = stack_objects[i].size;
    object->live = 1;
    return 1;
  }
  return 0;
}

/* ---------------------------------------------------------------------------------------------- */

int cuttle_find_object(uint64_t address, CuttleObject* object) {
  CuttleHeapObject heap;
  object->size_id = 0;
  object->open_ended = 0;
  if (cuttle_heap_find(address, &heap)) {
    object->base = heap.base;
    object->size = heap.size;
    object->live = heap.live;
    object->size_id = heap.symbolic_size ? cuttle_heap_size_id(heap.base) : 0;
    return 1;
  }
  return cuttle_pointers_find(address, object) || find_stack_object(address, object) ||
         find_global(address, object) || cuttle_source_object(address, object);
}

/* The object that was found is one whose size is an expression. */
static int check_concretely(CuttleObject* object, const void* address, uint64_t size,
                            uint32_t site) {
  if (!size || !cuttle_rt.in_run || !cuttle_find_object((uint64_t)address, object)) return 0;
  if (!object->live)
    cuttle_bug_exit(CUTTLE_BUG_USE_AFTER_FREE, site, "use after free", NULL, NULL, 0);
  if (object->open_ended) return 0;
  if (size > object->size || (uint64_t)address - object->base > object->size - size)
    cuttle_bug_exit(CUTTLE_BUG_OUT_OF_BOUNDS, site, "access out of bounds", NULL, NULL, 0);
  return object->size_id != 0;
}

void cuttle_check_range(const void* address, uint64_t size, uint32_t site) {
  CuttleObject object;
  if (check_concretely(&object, address, size, site))
    cuttle_heap_check_size(object.base, (uint64_t)address + size - object.base, site);
}

void cuttle_check_sized_range(const void* address, uint64_t size, uint32_t size_id, uint32_t site) {
  CuttleObject object;
  if (!size_id)
    cuttle_check_range(address, size, site);
  else
    check_concretely(&object, address, size, site);
}

void __cuttle_check_object(const void* at, uint64_t size) {
  cuttle_check_range(at, size, __cuttle_thread.site);
}
