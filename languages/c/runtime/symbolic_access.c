/* SPDX-License-Identifier: Apache-2.0 */

/* Loads and stores through symbolic addresses.
 *
 * The bytes of the object are seen as elements of the size of the access, one per `stride` bytes
 * (the stride is the size when the address is known to be aligned so). With `index` the element's
 * number, a load is LOOKUP(index, all elements) and a store makes each element
 * ITE(index == its number, the value, what it was). */

#include <string.h>

#include "languages/c/runtime/graph_pointers.h"
#include "languages/c/runtime/heap.h"
#include "languages/c/runtime/objects.h"
#include "languages/c/runtime/pointer_choice.h"
#include "languages/c/runtime/ranges.h"
#include "languages/c/runtime/shadow.h"
#include "languages/c/runtime/state.h"
#include "languages/c/runtime/symbolic_size.h"

typedef struct Access {
  CuttleObject object;
  uint32_t site;
  uint32_t size; /* bytes of one element */
  uint32_t stride;
  uint32_t count; /* elements */
  uint32_t index; /* node */
} Access;

static uint32_t log2_of(uint64_t n) {
  return 63 - (uint32_t)__builtin_clzll(n);
}

/* The bounds as a check choice: out of bounds is a bug that the engine looks for. Where it is none,
 * a branch; 0: the address is outside. */
static int check_bounds(const Access* access, uint32_t offset, uint64_t offset_value) {
  const uint64_t last = access->object.size - access->size;
  const uint32_t size_id = access->object.size_id;
  uint32_t bad;
  if ((!size_id && cuttle_upper_bound(offset) <= last) || !cuttle_enter()) return 1;
  if (!size_id)
    bad = cuttle_make_binary(CUTTLE_OP_ULT, cuttle_constant_node(64, last), offset);
  else /* offset + size > the size's expression, without overflow */
    bad = cuttle_make_binary(
        CUTTLE_OP_OR,
        cuttle_make_binary(CUTTLE_OP_ULT, size_id, cuttle_constant_node(64, access->size)),
        cuttle_make_binary(
            CUTTLE_OP_ULT,
            cuttle_make_binary(CUTTLE_OP_SUB, size_id, cuttle_constant_node(64, access->size)),
            offset));
  cuttle_leave();
  if (access->object.open_ended)
    __cuttle_branch(bad, access->site, offset_value > last);
  else
    __cuttle_check(bad, offset_value > last, CUTTLE_BUG_OUT_OF_BOUNDS, access->site);
  return offset_value <= last;
}

/* Sets up `access`; 0: the address has to be pinned. */
static int prepare(Access* access, uint32_t address_id, uint64_t address, uint64_t size,
                   const void* object, uint64_t object_size, uint32_t site) {
  uint32_t offset, zeros, bits;
  if (object && object_size) {
    access->object.base = (uint64_t)object;
    access->object.size = object_size;
    access->object.live = 1;
    access->object.size_id = 0;
    access->object.open_ended = 0;
  } else if (!cuttle_meant_object(address_id, address, &access->object)) {
    return 0;
  }
  access->site = site;
  access->size = (uint32_t)size;
  if (!access->object.live)
    cuttle_bug_exit(CUTTLE_BUG_USE_AFTER_FREE, site, "use after free", NULL, NULL, 0);
  if (size > 8 || size > access->object.size || cuttle_get(address_id)->width != 64) return 0;
  if (!cuttle_enter()) return 0;
  offset =
      cuttle_make_binary(CUTTLE_OP_SUB, address_id, cuttle_constant_node(64, access->object.base));
  cuttle_leave();
  if (!offset) return 0;
  if (!check_bounds(access, offset, address - access->object.base)) return 0;
  if (access->object.size_id && !cuttle_round_size_up(&access->object, site)) return 0;
  if (access->object.size > cuttle_rt.object_limit) return 0;
  zeros = cuttle_trailing_zeros(offset);
  bits = (size & (size - 1)) ? 0 : log2_of(size);
  if (zeros < bits) bits = zeros;
  access->stride = 1u << bits;
  access->count = (uint32_t)((access->object.size - size) / access->stride) + 1;
  if (access->count < 2 || !cuttle_enter()) return 0;
  access->index = cuttle_shifted_bits(offset, bits, log2_of(access->count - 1) + 1);
  cuttle_leave();
  return access->index && !cuttle_is_constant(access->index);
}

static uint64_t element_address(const Access* access, uint32_t number) {
  return access->object.base + (uint64_t)number * access->stride;
}

/* What an element holds now, as a node; constants too. Needs cuttle_enter(). */
static uint32_t element_node(const Access* access, uint32_t number) {
  return cuttle_memory_node(element_address(access, number), access->size);
}

/* ---- Loads ----------------------------------------------------------------------------------- */

/* Tables of concrete objects are looked up again and again (a CRC table, say): remember the last
 * few, with the bytes they were made from. */
#define REMEMBERED 8u
#define REMEMBERED_BYTES 8192u
typedef struct Remembered {
  uint64_t base, size;
  uint32_t element, stride, table, generation;
  uint8_t bytes[REMEMBERED_BYTES];
} Remembered;
static Remembered* remembered;
static uint32_t next_remembered;

#define MAX_ELEMENTS 65536u
static uint32_t* elements; /* under the lock of the trace */

int cuttle_begin_accesses(void) {
  if (!remembered) remembered = (Remembered*)cuttle_reserve(REMEMBERED * sizeof(Remembered));
  if (!elements) elements = (uint32_t*)cuttle_reserve(MAX_ELEMENTS * sizeof(uint32_t));
  return remembered && elements;
}

static uint32_t recall(const Access* access) {
  uint32_t i;
  for (i = 0; i < REMEMBERED; ++i) {
    if (remembered[i].base == access->object.base && remembered[i].size == access->object.size &&
        remembered[i].element == access->size && remembered[i].stride == access->stride &&
        remembered[i].generation == cuttle_rt.trace->generation &&
        !memcmp(remembered[i].bytes, (const void*)access->object.base, access->object.size))
      return remembered[i].table;
  }
  return 0;
}

static void remember(const Access* access, uint32_t table) {
  const uint32_t at = next_remembered++ % REMEMBERED;
  if (!table) return;
  remembered[at].base = access->object.base;
  remembered[at].size = access->object.size;
  remembered[at].element = access->size;
  remembered[at].stride = access->stride;
  remembered[at].table = table;
  remembered[at].generation = cuttle_rt.trace->generation;
  memcpy(remembered[at].bytes, (const void*)access->object.base, access->object.size);
}

static uint32_t look_up(const Access* access) {
  const int plain = access->object.size <= REMEMBERED_BYTES &&
                    !__cuttle_any_symbolic((const void*)access->object.base, access->object.size);
  uint32_t table = plain ? recall(access) : 0, i;
  int same = 1;
  if (!table) {
    for (i = 0; i < access->count; ++i) {
      elements[i] = element_node(access, i);
      if (!elements[i]) return 0;
      same &= elements[i] == elements[0];
    }
    if (same) return elements[0];
    table = cuttle_table(elements, access->count);
    if (plain) remember(access, table);
  }
  return table ? cuttle_lookup_node(table, access->index) : 0;
}

/* Not in a known object, or too large: hold the path where it is, but say that null is possible. */
static void pin_address(uint32_t address_id, const void* address, uint32_t site) {
  uint32_t null;
  if (!cuttle_rt.active || !cuttle_enter()) return;
  null = cuttle_get(address_id)->op == CUTTLE_OP_VARIABLE
             ? cuttle_make_binary(CUTTLE_OP_EQ, address_id,
                                  cuttle_constant_node(cuttle_get(address_id)->width, 0))
             : 0;
  cuttle_leave();
  __cuttle_check(null, !address, CUTTLE_BUG_SEGFAULT, site);
  __cuttle_concretise(address_id, (uint64_t)address, site, CUTTLE_REASON_SYMBOLIC_ADDRESS);
}

uint32_t __cuttle_load_symbolic(uint32_t address_id, const void* address, uint64_t size,
                                const void* object, uint64_t object_size, uint32_t site) {
  Access access;
  uint32_t id = 0;
  address_id = cuttle_resolve_address(address_id, (uint64_t)address, site);
  if (address_id && cuttle_rt.active) address_id = cuttle_settle_pointer(address_id, site);
  if (!address_id || !cuttle_rt.active) return __cuttle_load(address, size);
  if (!prepare(&access, address_id, (uint64_t)address, size, object, object_size, site) ||
      access.count > MAX_ELEMENTS || !cuttle_begin_accesses()) {
    pin_address(address_id, address, site);
    return __cuttle_load(address, size);
  }
  if (cuttle_enter()) {
    id = look_up(&access);
    if (id && cuttle_is_constant(id)) id = 0;
    cuttle_leave();
  }
  return id;
}

/* ---- Stores ---------------------------------------------------------------------------------- */

static uint32_t is_element(const Access* access, uint32_t number) {
  return cuttle_make_binary(CUTTLE_OP_EQ, access->index,
                            cuttle_constant_node(cuttle_get(access->index)->width, number));
}

static void store_elements(const Access* access, uint32_t value_id) {
  uint32_t i;
  for (i = 0; i < access->count; ++i) {
    const uint32_t updated =
        cuttle_make_ite(is_element(access, i), value_id, element_node(access, i));
    const int plain = !updated || cuttle_is_constant(updated);
    __cuttle_store((void*)element_address(access, i), access->size, plain ? 0 : updated);
  }
}

/* Elements overlap: each byte may come from any byte of the value. */
static void store_bytes(const Access* access, uint32_t value_id) {
  const uint64_t bytes = access->object.size;
  uint64_t b;
  for (b = 0; b < bytes; ++b) {
    const uint64_t address = access->object.base + b;
    uint32_t updated = cuttle_byte_or_constant(address), lane;
    for (lane = 0; lane < access->size && lane <= b; ++lane) {
      const uint64_t start = b - lane;
      if (start % access->stride || start / access->stride >= access->count) continue;
      updated = cuttle_make_ite(is_element(access, (uint32_t)(start / access->stride)),
                                cuttle_make_extract(value_id, 8 * lane, 8), updated);
    }
    __cuttle_store((void*)address, 1, !updated || cuttle_is_constant(updated) ? 0 : updated);
  }
}

void __cuttle_store_symbolic(uint32_t address_id, void* address, uint64_t size, uint32_t value_id,
                             uint64_t value, const void* object, uint64_t object_size,
                             uint32_t site) {
  Access access;
  address_id = cuttle_resolve_address(address_id, (uint64_t)address, site);
  if (address_id && cuttle_rt.active) address_id = cuttle_settle_pointer(address_id, site);
  if (!address_id || !cuttle_rt.active) {
    __cuttle_store(address, size, value_id);
    return;
  }
  if (!prepare(&access, address_id, (uint64_t)address, size, object, object_size, site) ||
      !cuttle_enter()) {
    pin_address(address_id, address, site);
    __cuttle_store(address, size, value_id);
    return;
  }
  if (!value_id) value_id = cuttle_constant_node((uint32_t)(8 * size), value);
  if (access.stride == access.size)
    store_elements(&access, value_id);
  else
    store_bytes(&access, value_id);
  cuttle_leave();
}
