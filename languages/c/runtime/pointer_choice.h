/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Addresses that are one of several pointers: p = table[i]; p->member. */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* When the address is computed from an expression that selects between pointers to different
 * objects, that pointer is fixed to the one of this run; the engine looks for the others, one after
 * the other. Returns the address as it is then: 0 when it has become a number. */
uint32_t cuttle_settle_pointer(uint32_t address_id, uint32_t site);

#ifdef __cplusplus
}
#endif
