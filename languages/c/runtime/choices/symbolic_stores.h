/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The elements that an access through a symbolic address may mean, and what earlier stores of this
 * kind left in them. All of it needs cuttle_enter(). */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CuttleElements {
  uint64_t base; /* address of the first */
  uint32_t size; /* of each, in bytes */
  uint32_t stride;
  uint32_t count;
} CuttleElements;

int cuttle_same_elements(const CuttleElements* a, const CuttleElements* b);
uint64_t cuttle_element_address(const CuttleElements* of, uint32_t number);
/* What an element holds now, as a node; constants too. */
uint32_t cuttle_element(const CuttleElements* of, uint32_t number);
/* index == number */
uint32_t cuttle_is_element(uint32_t index, uint32_t number);

/* `value` was stored in the element `index`: each became ITE(index == its number, value, what it
 * was). */
void cuttle_note_store(const CuttleElements* in, uint32_t index, uint32_t value);
/* The element number `index` of these nodes, which get lost. Where they show the work of a noted
 * store, the result is ITE(its index == index, its value, the same of what was there before): one
 * comparison instead of a choice among all. */
uint32_t cuttle_read_elements(const CuttleElements* of, uint32_t index, uint32_t* nodes);

#ifdef __cplusplus
}
#endif
