/* SPDX-License-Identifier: Apache-2.0 */

/* Loads and stores through symbolic addresses.
 *
 * The bytes of the object are seen as elements of the size of the access, one per `stride` bytes
 * from `first` on, as far as the low bits of the address are known (one member of an array of
 * structures, say). With `index` the element's number, a load is LOOKUP(index, all elements) and a
 * store makes each element ITE(index == its number, the value, what it was). */

#include <string.h>

#include "languages/c/runtime/choices/pointer_choice.h"
#include "languages/c/runtime/choices/symbolic_size.h"
#include "languages/c/runtime/choices/symbolic_stores.h"
#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/expressions/ranges.h"
#include "languages/c/runtime/inputs/graph_pointers.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/memory/objects.h"
#include "languages/c/runtime/memory/shadow.h"

typedef struct Access {
  CuttleObject object;
  uint32_t site;
  CuttleElements elements;
  uint32_t index; /* node */
} Access;

static uint32_t log2_of(uint64_t n) {
  return 63 - (uint32_t)__builtin_clzll(n);
}

/* The bounds as a check choice: out of bounds is a bug that the engine looks for. Where it is none,
 * a branch; 0: the address is outside. */
static int check_bounds(const Access* access, uint64_t size, uint32_t offset,
                        uint64_t offset_value) {
  const uint64_t last = access->object.size - size;
  const uint32_t size_id = access->object.size_id;
  uint32_t bad;
  if ((!size_id && cuttle_upper_bound(offset) <= last) || !cuttle_enter()) return 1;
  if (!size_id)
    bad = cuttle_make_binary(CUTTLE_OP_ULT, cuttle_constant_node(64, last), offset);
  else /* offset + size > the size's expression, without overflow */
    bad = cuttle_make_binary(
        CUTTLE_OP_OR, cuttle_make_binary(CUTTLE_OP_ULT, size_id, cuttle_constant_node(64, size)),
        cuttle_make_binary(
            CUTTLE_OP_ULT,
            cuttle_make_binary(CUTTLE_OP_SUB, size_id, cuttle_constant_node(64, size)), offset));
  cuttle_leave();
  if (access->object.open_ended)
    __cuttle_branch(bad, access->site, offset_value > last);
  else
    __cuttle_check(bad, offset_value > last, CUTTLE_BUG_OUT_OF_BOUNDS, access->site);
  return offset_value <= last;
}

/* How the low bits of the offset divide the object; 0: into less than two elements. */
static int divide(Access* access, uint32_t offset, uint64_t size) {
  CuttleElements* e = &access->elements;
  const uint32_t room =
      size > 1 ? log2_of(size - 1) + 1 : 0; /* elements do not overlap from here */
  uint64_t low;
  uint32_t bits = cuttle_known_low_bits(offset, &low);
  if (bits > 31) bits = 31;
  if (bits < room && (size & (size - 1))) bits = 0;
  for (;; --bits) {
    const uint64_t first = low & cuttle_mask(bits);
    e->base = access->object.base + first;
    e->size = (uint32_t)size;
    e->stride = 1u << bits;
    e->count = first + size > access->object.size
                   ? 0
                   : (uint32_t)((access->object.size - first - size) >> bits) + 1;
    if (e->count >= 2) return 1;
    if (bits == 0 || bits <= room) return 0;
  }
}

/* Sets up `access`; 0: the address has to be pinned. */
static int prepare(Access* access, uint32_t address_id, uint64_t address, uint64_t size,
                   const void* object, uint64_t object_size, uint32_t site) {
  uint32_t offset;
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
  if (!access->object.live)
    cuttle_bug_exit(CUTTLE_BUG_USE_AFTER_FREE, site, "use after free", NULL, NULL, 0);
  if (size > 8 || size > access->object.size || cuttle_get(address_id)->width != 64) return 0;
  if (!cuttle_enter()) return 0;
  offset =
      cuttle_make_binary(CUTTLE_OP_SUB, address_id, cuttle_constant_node(64, access->object.base));
  cuttle_leave();
  if (!offset) return 0;
  if (!check_bounds(access, size, offset, address - access->object.base)) return 0;
  if (access->object.size_id && !cuttle_round_size_up(&access->object, site)) return 0;
  if (access->object.size > cuttle_rt.object_limit) return 0;
  if (!divide(access, offset, size) || !cuttle_enter()) return 0;
  access->index = cuttle_shifted_bits(offset, log2_of(access->elements.stride),
                                      log2_of(access->elements.count - 1) + 1);
  cuttle_leave();
  return access->index && !cuttle_is_constant(access->index);
}

/* ---- Loads ----------------------------------------------------------------------------------- */

/* Tables of concrete objects are looked up again and again (a CRC table, say): remember the last
 * few, with the bytes they were made from. */
#define REMEMBERED 8u
#define REMEMBERED_BYTES 8192u
typedef struct Remembered {
  CuttleElements elements;
  uint32_t table, generation;
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

/* From the first element to the end of the last. */
static uint64_t extent(const Access* access) {
  const CuttleElements* e = &access->elements;
  return (uint64_t)(e->count - 1) * e->stride + e->size;
}

static uint32_t recall(const Access* access) {
  uint32_t i;
  for (i = 0; i < REMEMBERED; ++i) {
    if (cuttle_same_elements(&remembered[i].elements, &access->elements) &&
        remembered[i].generation == cuttle_rt.trace->generation &&
        !memcmp(remembered[i].bytes, (const void*)access->elements.base, extent(access)))
      return remembered[i].table;
  }
  return 0;
}

static void remember(const Access* access, uint32_t table) {
  const uint32_t at = next_remembered++ % REMEMBERED;
  if (!table) return;
  remembered[at].elements = access->elements;
  remembered[at].table = table;
  remembered[at].generation = cuttle_rt.trace->generation;
  memcpy(remembered[at].bytes, (const void*)access->elements.base, extent(access));
}

static uint32_t look_up(const Access* access) {
  const uint32_t count = access->elements.count;
  const int plain = extent(access) <= REMEMBERED_BYTES &&
                    !__cuttle_any_symbolic((const void*)access->elements.base, extent(access));
  uint32_t table = plain ? recall(access) : 0, i;
  if (!table) {
    for (i = 0; i < count; ++i) {
      elements[i] = cuttle_element(&access->elements, i);
      if (!elements[i]) return 0;
    }
    if (!plain) return cuttle_read_elements(&access->elements, access->index, elements);
    table = cuttle_table(elements, count);
    remember(access, table);
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
  if (address_id && cuttle_rt.active && cuttle_is_constant(address_id)) address_id = 0;
  if (!address_id || !cuttle_rt.active) return __cuttle_load(address, size);
  if (!prepare(&access, address_id, (uint64_t)address, size, object, object_size, site) ||
      access.elements.count > MAX_ELEMENTS || !cuttle_begin_accesses()) {
    pin_address(address_id, address, site);
    return __cuttle_load(address, size);
  }
  if (cuttle_enter()) {
    id = look_up(&access);
    cuttle_leave();
  }
  if (!id) { /* the trace is full */
    pin_address(address_id, address, site);
    return __cuttle_load(address, size);
  }
  return cuttle_is_constant(id) ? 0 : id;
}

/* ---- Stores ---------------------------------------------------------------------------------- */

static void store_elements(const Access* access, uint32_t value_id) {
  const CuttleElements* e = &access->elements;
  uint32_t i;
  for (i = 0; i < e->count; ++i) {
    const uint32_t updated =
        cuttle_make_ite(cuttle_is_element(access->index, i), value_id, cuttle_element(e, i));
    const int plain = !updated || cuttle_is_constant(updated);
    __cuttle_store((void*)cuttle_element_address(e, i), e->size, plain ? 0 : updated);
  }
  cuttle_note_store(e, access->index, value_id);
}

/* Elements overlap: each byte may come from any byte of the value. */
static void store_bytes(const Access* access, uint32_t value_id) {
  const CuttleElements* e = &access->elements;
  uint64_t b;
  for (b = 0; b < extent(access); ++b) {
    const uint64_t address = e->base + b;
    uint32_t updated = cuttle_byte_or_constant(address), lane;
    for (lane = 0; lane < e->size && lane <= b; ++lane) {
      const uint64_t start = b - lane;
      if (start % e->stride || start / e->stride >= e->count) continue;
      updated = cuttle_make_ite(cuttle_is_element(access->index, (uint32_t)(start / e->stride)),
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
  if (address_id && cuttle_rt.active && cuttle_is_constant(address_id)) address_id = 0;
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
  if (access.elements.stride >= access.elements.size)
    store_elements(&access, value_id);
  else
    store_bytes(&access, value_id);
  cuttle_leave();
}
