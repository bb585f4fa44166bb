/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What a run finds out about its input pointers.
 *
 * Where the program first goes through an input pointer p, the path splits:
 *   p == NULL                 a bug, which the engine solves for;
 *   p == an object that the run has touched before, one choice for each of that type;
 *   p == none of these        then p is held at its value, and that object counts as touched.
 * Objects that were not touched are interchangeable, so holding p loses nothing, and no two paths
 * differ only in which of them p points to. */

#include "languages/c/runtime/graph.h"
#include "languages/c/runtime/memory/objects.h"
#include "languages/c/runtime/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A new run. */
void cuttle_pointers_forget(void);
/* An input object is there. */
void cuttle_pointers_object(uint64_t address, const CuttleType* type, uint64_t size);
/* Node `id` is an input pointer that may be 0 or one of the slots from `first` on. It lies in the
 * object `owner` (0: none), and this counts from when that object is touched. */
void cuttle_pointers_domain(uint32_t id, uint64_t owner, uint64_t first, const CuttleType* type,
                            const CuttleBounds* bounds);

/* The program is about to use an address. Splits the path as said above and gives the address with
 * what is known of its pointer put in: 0 when nothing symbolic is left. */
uint32_t cuttle_resolve_address(uint32_t id, uint64_t address, uint32_t site);

/* The input object that contains the address. */
int cuttle_pointers_find(uint64_t address, CuttleObject* object);

/* free and realloc of an input object. */
void cuttle_pointers_release(void* p);
void* cuttle_pointers_resize(void* p, size_t size);

#ifdef __cplusplus
}
#endif
