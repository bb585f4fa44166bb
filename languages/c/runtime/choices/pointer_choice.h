/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Addresses that are one of several pointers: p = table[i]; p->member. */

#include <stdint.h>

#include "languages/c/runtime/memory/objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/* When the address is computed from an expression that selects between pointers to different
 * objects, that pointer is fixed to the one of this run; the engine looks for the others, one after
 * the other. Returns the address as it is then: 0 when it has become a number. */
uint32_t cuttle_settle_pointer(uint32_t address_id, uint32_t site);

/* Which object does the program mean? The one that the constant part of the address points into,
 * for that is where the address was computed from; or the one that the address happens to be in. */
int cuttle_meant_object(uint32_t address_id, uint64_t address, CuttleObject* object);

/* For what can only be done with a number: the address is fixed to the one of this run, and the
 * engine tries all others within the object, one after the other. 0: nothing is fixed, because it
 * is not within a known object of a moderate size. */
int cuttle_try_pointers(uint32_t address_id, uint64_t address, uint32_t site);

#ifdef __cplusplus
}
#endif
