/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Copies and fills of a symbolic number of bytes. */

#include <stdint.h>

#include "languages/c/runtime/memory/objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/* More bytes than the object of `address` has from there on are a bug that the engine looks for.
 * To be asked before anything ends the run that has too large a number. */
void cuttle_check_size(const void* address, uint64_t size, uint32_t size_id, uint32_t site);

/* Holds the path to this number of bytes at `a` and `b`. Where an object bounds it, other numbers
 * are other paths; otherwise they are left out, and it is reported. */
void cuttle_pin_size(const void* a, const void* b, uint64_t size, uint32_t size_id, uint32_t site);

/* The shadow of memmove and memset for `size_id` bytes, where `byte_id` may be 0 for a known byte.
 * 0: the objects are not known or too large, nothing was done. */
int cuttle_copy_symbolic_size(void* to, const void* from, uint32_t size_id, uint32_t site);
int cuttle_fill_symbolic_size(void* to, uint8_t byte, uint32_t byte_id, uint32_t size_id,
                              uint32_t site);

/* An object whose size is an expression must not be treated by its size in this run: it is taken
 * for the next power of two, which is decided by choices. 0: it is too large. */
int cuttle_round_size_up(CuttleObject* object, uint32_t site);

#ifdef __cplusplus
}
#endif
