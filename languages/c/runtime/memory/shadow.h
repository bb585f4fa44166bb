/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Shadow memory: one 32-bit entry per byte of the program, 0 for a concrete byte, otherwise which
 * byte of which node it holds. With the byte's position in the entry a store makes no node at all,
 * and a load of what was stored together gives the stored node back.
 *
 * Entries live in chunks of one page of the program each; a table over all pages of the address
 * space (reserved, hardly ever touched) says which chunk. flags[granule] is the number of symbolic
 * bytes in the granule and the next one, so inline checks see zero again when the last one is gone.
 */

#include <stdint.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

static inline uint32_t cuttle_entry(uint32_t id, uint32_t lane) {
  return id << CUTTLE_LANE_BITS | lane;
}
static inline uint32_t cuttle_entry_id(uint32_t entry) {
  return entry >> CUTTLE_LANE_BITS;
}
static inline uint32_t cuttle_entry_lane(uint32_t entry) {
  return entry & ((1u << CUTTLE_LANE_BITS) - 1);
}

/* Reserves the tables; 0 when impossible. */
int cuttle_shadow_init(void);
/* Makes everything concrete again (between runs of one process). */
void cuttle_shadow_reset(void);

/* The entry of one byte. */
uint32_t cuttle_shadow_get(uint64_t address);
/* Sets the entries of `size` bytes; entries == NULL clears. */
void cuttle_shadow_set(uint64_t address, uint64_t size, const uint32_t* entries);
/* What `from` holds, `to` will hold: for copies of our own, without any check. */
void cuttle_shadow_copy(void* to, const void* from, uint64_t size);

/* The node of one byte (width 8), 0 when concrete. Needs cuttle_enter(). */
uint32_t cuttle_byte_node(uint64_t address);
/* The same, with a constant node for a concrete byte. */
uint32_t cuttle_byte_or_constant(uint64_t address);
/* The same for up to 8 bytes. */
uint32_t cuttle_memory_node(uint64_t address, uint32_t size);

/* Makes instrumented code come to the runtime for accesses that begin in these bytes (change 1), or
 * takes that back (-1). For freed memory. */
void cuttle_shadow_mark(uint64_t address, uint64_t size, int change);

#ifdef __cplusplus
}
#endif
