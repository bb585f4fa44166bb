/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Which object does an address belong to: globals (registered by the pass), heap objects (heap.h),
 * stack objects whose address escapes, and a few tables of libc. */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CuttleObject {
  uint64_t base, size;
  int live;         /* 0: freed */
  uint32_t size_id; /* the size as an expression, or 0 */
  int open_ended;   /* accesses behind it are no bugs */
} CuttleObject;

/* 0 when the address is in no known object. */
int cuttle_find_object(uint64_t address, CuttleObject* object);

/* Makes what is otherwise made at the first use. */
void cuttle_prepare_objects(void);

/* What is freed is neither on the heap nor an input object. A variable ends the run as a bug. */
void cuttle_check_freed(const void* p);

/* Modules came or went. */
void cuttle_globals_changed(void);

/* An access of the program that goes beyond its known object, or to one that was freed, ends the
 * run as that bug. */
void cuttle_check_range(const void* address, uint64_t size, uint32_t site);
/* The same after cuttle_check_size(), which has said what there is to say about sizes that are
 * expressions. */
void cuttle_check_sized_range(const void* address, uint64_t size, uint32_t size_id, uint32_t site);

#ifdef __cplusplus
}
#endif
