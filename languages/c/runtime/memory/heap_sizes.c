/* SPDX-License-Identifier: Apache-2.0 */

/* Heap objects whose size is an expression. Their memory is flagged like freed memory, so that
 * every access of instrumented code comes by, and "the size is less than what this access needs"
 * becomes a check: once for each access that reaches further than those before. */

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/expressions/ranges.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/memory/shadow.h"

#define MAX_OBJECTS 256u
static struct {
  uint64_t base, size;
  uint64_t checked; /* accesses up to here are known to be inside */
  uint32_t size_id;
  uint32_t epoch;
} objects[MAX_OBJECTS];
static uint32_t next_object;

static __thread uint32_t announced_id;
static __thread uint64_t announced_size;

void cuttle_announce_size(uint32_t id, uint64_t size) {
  announced_id = id;
  announced_size = size;
}

int cuttle_size_still_announced(void) {
  const int still = announced_id != 0;
  announced_id = 0;
  return still;
}

uint32_t cuttle_take_announced(uint64_t size) {
  const uint32_t id = announced_size == size ? announced_id : 0;
  announced_id = 0;
  return id;
}

uint64_t cuttle_symbolic_extent(uint64_t size) {
  uint64_t extent = 8;
  while (extent < size) extent *= 2;
  return size < CUTTLE_SYMBOLIC_ROOM ? extent : size;
}

static uint32_t find(uint64_t base) {
  uint32_t i;
  for (i = 0; i < MAX_OBJECTS; ++i)
    if (objects[i].size_id && objects[i].base == base && objects[i].epoch == cuttle_rt.epoch)
      return i;
  return CUTTLE_NONE;
}

/* Small objects only: the flags make accesses slow. */
int cuttle_heap_note_size(uint64_t base, uint64_t size, uint32_t size_id) {
  const uint32_t at = next_object++ % MAX_OBJECTS;
  if (!cuttle_rt.active || size > (1u << 20)) return 0;
  if (objects[at].size_id && objects[at].epoch == cuttle_rt.epoch) /* it is forgotten */
    __cuttle_concretise(objects[at].size_id, objects[at].size, __cuttle_thread.site,
                        CUTTLE_REASON_SYMBOLIC_SIZE);
  objects[at].base = base;
  objects[at].size = size;
  objects[at].checked = 0;
  objects[at].size_id = size_id;
  objects[at].epoch = cuttle_rt.epoch;
  return 1;
}

void cuttle_heap_forget_size(uint64_t base) {
  const uint32_t at = find(base);
  if (at != CUTTLE_NONE) objects[at].size_id = 0;
}

uint32_t cuttle_heap_size_id(uint64_t base) {
  const uint32_t at = find(base);
  return at == CUTTLE_NONE ? 0 : objects[at].size_id;
}

void cuttle_heap_check_size(uint64_t base, uint64_t end, uint32_t site) {
  const uint32_t at = find(base);
  const CuttleNode* size;
  uint32_t too_small = 0;
  if (at == CUTTLE_NONE || end <= objects[at].checked || !cuttle_rt.active || !cuttle_enter())
    return;
  objects[at].checked = end;
  size = cuttle_get(objects[at].size_id);
  if (size->width == 64)
    too_small =
        cuttle_make_binary(CUTTLE_OP_ULT, objects[at].size_id, cuttle_constant_node(64, end));
  cuttle_leave();
  __cuttle_check(too_small, objects[at].size < end, CUTTLE_BUG_OUT_OF_BOUNDS, site);
}
