/* SPDX-License-Identifier: Apache-2.0 */

/* With n the number of bytes, each byte that can be reached becomes ITE(i < n, the new one, what it
 * was): one path for all sizes, where the size itself would mean one path for each. */

#include "languages/c/runtime/choices/symbolic_size.h"

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/expressions/ranges.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/memory/objects.h"
#include "languages/c/runtime/memory/shadow.h"

#define MAX_BYTES 1024u
static uint32_t updated[MAX_BYTES]; /* under the lock of the trace */

/* Bytes from the address to the end of its object; 0 when it is not known. */
static uint64_t room(const void* address, uint32_t site) {
  CuttleObject object;
  if (!cuttle_find_object((uint64_t)address, &object) || !object.live) return 0;
  if (object.size_id && !cuttle_round_size_up(&object, site)) return 0;
  return object.base + object.size - (uint64_t)address;
}

/* Fewer bytes are left in the object than `size_id`. Its own size may be an expression, too. */
static uint32_t too_many(const CuttleObject* object, uint64_t offset, uint32_t size_id) {
  const uint32_t width = cuttle_get(size_id)->width;
  const uint32_t skipped = cuttle_constant_node(width, offset);
  uint32_t left;
  if (!object->size_id || cuttle_get(object->size_id)->width != width)
    return cuttle_make_binary(CUTTLE_OP_ULT, cuttle_constant_node(width, object->size - offset),
                              size_id);
  if (!offset)
    return object->size_id == size_id ? 0
                                      : cuttle_make_binary(CUTTLE_OP_ULT, object->size_id, size_id);
  left = cuttle_make_binary(CUTTLE_OP_SUB, object->size_id, skipped);
  return cuttle_make_binary(CUTTLE_OP_OR,
                            cuttle_make_binary(CUTTLE_OP_ULT, object->size_id, skipped),
                            cuttle_make_binary(CUTTLE_OP_ULT, left, size_id));
}

void cuttle_check_size(const void* address, uint64_t size, uint32_t size_id, uint32_t site) {
  CuttleObject object;
  uint64_t offset;
  uint32_t bad;
  if (!size_id || !cuttle_rt.active || !cuttle_find_object((uint64_t)address, &object)) return;
  offset = (uint64_t)address - object.base;
  if (!object.live || object.open_ended || offset > object.size) return;
  if (cuttle_get(size_id)->width > 64) return;
  if (!object.size_id && cuttle_upper_bound(size_id) <= object.size - offset) return;
  if (!cuttle_enter()) return;
  bad = too_many(&object, offset, size_id);
  cuttle_leave();
  __cuttle_check(bad, size > object.size - offset, CUTTLE_BUG_OUT_OF_BOUNDS, site);
}

static int is_bounded(const void* address) {
  CuttleObject object;
  return cuttle_find_object((uint64_t)address, &object) && object.live && !object.open_ended;
}

void cuttle_pin_size(const void* a, const void* b, uint64_t size, uint32_t size_id, uint32_t site) {
  const int bounded = is_bounded(a) || is_bounded(b);
  __cuttle_concretise(size_id, size, site,
                      bounded ? CUTTLE_REASON_TARGET : CUTTLE_REASON_SYMBOLIC_SIZE);
}

int cuttle_round_size_up(CuttleObject* object, uint32_t site) {
  uint64_t extent = 8; /* in the end cuttle_symbolic_extent() */
  int larger;
  if (object->size >= CUTTLE_SYMBOLIC_ROOM) return 0;
  do {
    uint32_t condition = 0;
    larger = object->size > extent;
    if (cuttle_enter()) {
      condition =
          cuttle_make_binary(CUTTLE_OP_ULT, cuttle_constant_node(64, extent), object->size_id);
      cuttle_leave();
    }
    __cuttle_branch(condition, site, (uint32_t)larger);
    if (larger) extent *= 2;
  } while (larger);
  object->size = extent;
  return 1;
}

static int has_symbolic_size(const void* address) {
  CuttleObject object;
  return cuttle_find_object((uint64_t)address, &object) && object.size_id;
}

/* How many bytes a copy or fill can reach; 0: too many, or not known. A source that would be larger
 * when more is copied has bytes then that are not there now. */
static uint64_t reach(const void* to, const void* from, uint32_t size_id, uint32_t site) {
  uint64_t bytes;
  if (from && has_symbolic_size(from)) return 0;
  if (!cuttle_rt.active || cuttle_get(size_id)->width > 64) return 0;
  bytes = room(to, site);
  if (from && room(from, site) < bytes) bytes = room(from, site);
  if (cuttle_upper_bound(size_id) < bytes) bytes = cuttle_upper_bound(size_id);
  return bytes <= MAX_BYTES ? bytes : 0;
}

static int update(void* to, const void* from, uint32_t byte_node, uint32_t size_id,
                  uint64_t bytes) {
  uint64_t i;
  for (i = 0; i < bytes; ++i) {
    const uint32_t number = cuttle_constant_node(cuttle_get(size_id)->width, i);
    const uint32_t reached = cuttle_make_binary(CUTTLE_OP_ULT, number, size_id);
    const uint32_t byte = from ? cuttle_byte_or_constant((uint64_t)from + i) : byte_node;
    updated[i] = cuttle_make_ite(reached, byte, cuttle_byte_or_constant((uint64_t)to + i));
    if (!updated[i]) return 0;
  }
  for (i = 0; i < bytes; ++i)
    __cuttle_store((char*)to + i, 1, cuttle_is_constant(updated[i]) ? 0 : updated[i]);
  return 1;
}

int cuttle_copy_symbolic_size(void* to, const void* from, uint32_t size_id, uint32_t site) {
  const uint64_t bytes = reach(to, from, size_id, site);
  int done;
  if (!bytes || !cuttle_enter()) return 0;
  done = update(to, from, 0, size_id, bytes);
  cuttle_leave();
  return done;
}

int cuttle_fill_symbolic_size(void* to, uint8_t byte, uint32_t byte_id, uint32_t size_id,
                              uint32_t site) {
  const uint64_t bytes = reach(to, 0, size_id, site);
  int done;
  if (!bytes || !cuttle_enter()) return 0;
  done = update(to, 0, byte_id ? byte_id : cuttle_constant_node(8, byte), size_id, bytes);
  cuttle_leave();
  return done;
}
