/* SPDX-License-Identifier: Apache-2.0 */

/* Instrumented code is about to touch or to free what it may not, as far as it can see. Here is
 * what is known of the objects, and that decides. */

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/inputs/graph_pointers.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/memory/objects.h"
#include "languages/c/runtime/memory/poison.h"

static void out_of_bounds(uint32_t site) {
  cuttle_bug_exit(CUTTLE_BUG_OUT_OF_BOUNDS, site, "access out of bounds", NULL, NULL, 0);
}

static void after_free(uint32_t site) {
  cuttle_bug_exit(CUTTLE_BUG_USE_AFTER_FREE, site, "use after free", NULL, NULL, 0);
}

/* Of the bytes that are touched, the first that may not be. */
static uint8_t poison_of(uint64_t address, uint64_t size) {
  const uint64_t unit = 1u << CUTTLE_POISON_SHIFT, end = address + size;
  uint64_t at;
  for (at = address & ~(unit - 1); at < end; at += unit) {
    const uint8_t poison = *cuttle_poison_at(at);
    const uint64_t last = end - at < unit ? end - at : unit;
    if (poison && (poison >= unit || last > poison)) return poison;
  }
  return 0;
}

/* The address is in the part of the address space that is the heap's. */
static void judge_heap(uint64_t address, uint64_t size, uint32_t site) {
  CuttleHeapObject object;
  if (!cuttle_heap_find(address, &object)) {
    if (poison_of(address, size) == CUTTLE_POISON_FREED) after_free(site);
    out_of_bounds(site);
  }
  if (!object.live) after_free(site);
  /* A size that is an expression is a check choice, the same that an access without fault records:
   * where it is has to be found by the stack. */
  if (object.symbolic_size && address >= object.base)
    cuttle_heap_check_size(object.base, address + size - object.base, 0);
  if (address + size > object.base + (object.size ? object.size : 1)) out_of_bounds(site);
  cuttle_unpoison(object.base, object.size); /* a run was taken back */
}

/* Beside an input object. Those that are freed are not there any more, and fault. */
static void judge_input(uint64_t address, uint64_t size, uint32_t site) {
  CuttleObject object;
  if (!cuttle_pointers_find(address, &object) || address + size > object.base + object.size)
    out_of_bounds(site);
}

void __cuttle_bad_access(uint64_t address, uint64_t size, uint32_t site) {
  if (!cuttle_rt.in_run || !cuttle_rt.trace || !size) return;
  if (cuttle_heap_owns((const void*)address)) {
    judge_heap(address, size, site);
    return;
  }
  if (cuttle_graph_owns(address))
    judge_input(address, size, site);
  else if (poison_of(address, size))
    out_of_bounds(site);
}

/* Memory of the dynamic loader comes by here as well, from before there was a heap of ours. */
void cuttle_check_freed(const void* p) {
  const uint64_t address = (uint64_t)p, here = (uint64_t)__builtin_frame_address(0);
  const uint64_t near = 1u << 20; /* on the stack */
  CuttleObject object;
  if (!cuttle_rt.in_run || !cuttle_rt.trace) return;
  if (address - here < near || cuttle_find_object(address, &object))
    cuttle_bug_exit(CUTTLE_BUG_ABORT, __cuttle_thread.site,
                    "free of an address that was not allocated", NULL, NULL, 0);
}
