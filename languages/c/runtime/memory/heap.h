/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The heap of instrumented programs. An allocator of our own, because the object that an address
 * lies in must be found at once (chunks of one size share a region: it is a division), freed
 * objects must stay recognisable for a while, and runs must see the same addresses.
 * heap_interpose.c puts it in the place of malloc for the whole program; sanitizer builds, which
 * bring a heap of their own, leave that out. */

#include <stddef.h>
#include <stdint.h>

#include "languages/c/runtime/core/reserve.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CUTTLE_HEAP_BASE 0x300000000000ull
#define CUTTLE_HEAP_CLASS_SHIFT 36 /* 64 GiB of addresses per class */
#define CUTTLE_HEAP_CLASSES 128u
/* Objects whose size is an expression, and in this run less, have this much room. */
#define CUTTLE_SYMBOLIC_ROOM 4096u
#define CUTTLE_HEAP_END \
  (CUTTLE_HEAP_BASE + ((uint64_t)CUTTLE_HEAP_CLASSES << CUTTLE_HEAP_CLASS_SHIFT))

static inline int cuttle_heap_owns(const void* p) {
  return (uint64_t)p - CUTTLE_HEAP_BASE < CUTTLE_HEAP_END - CUTTLE_HEAP_BASE;
}

/* Reserves the address space: before any limit on it is set. */
void cuttle_heap_initialise(void);
/* NULL when the run's memory limit or the address space does not allow it. The memory is concrete.
 * `alignment` is a power of two or 0. */
void* cuttle_heap_allocate(size_t size, size_t alignment, int zeroed);
/* Ends the run as a bug when `p` is not the start of a live object. */
void cuttle_heap_release(void* p);
/* realloc; shadow moves along. */
void* cuttle_heap_resize(void* p, size_t size);
size_t cuttle_heap_size(const void* p);
/* Ends the run as a bug when something was written right behind a live object. So does the release
 * of such an object. Both say CUTTLE_MESSAGE_OVERRUN. */
void cuttle_heap_check_fences(void);

typedef struct CuttleHeapObject {
  uint64_t base, size;
  int live;
  int symbolic_size; /* see cuttle_heap_check_size */
  uint32_t number;   /* by who made it and in which order: the same in all schedules */
} CuttleHeapObject;

/* The object (live, or freed not long ago) whose chunk contains the address; 0: there is none. */
int cuttle_heap_find(uint64_t address, CuttleHeapObject* object);

/* ---- heap_poison.c: what of a chunk instrumented code may touch (poison.h) */

/* An object of this size lives there; it is a new one of `room` bytes; the object is freed. */
void cuttle_heap_poison_live(uint64_t chunk, uint64_t room, uint64_t size);
void cuttle_heap_poison_first(uint64_t chunk, uint64_t room, int first_of_class);
void cuttle_heap_poison_freed(uint64_t chunk, uint64_t room, uint64_t size);

/* ---- Between runs of one process (persistent.h) */

/* The memory in use, range by range (also of the records); what comes later can be rewound. */
int cuttle_heap_used(uint32_t number, CuttleRange* range);
/* Before the heap's own variables are put back, and afterwards: forgets what the run allocated. */
void cuttle_heap_capture(void);
void cuttle_heap_rewind(void);

/* ---- heap_sizes.c: objects whose size is an expression */

/* The next allocation of this many bytes (by this thread) has a size with this expression. */
void cuttle_announce_size(uint32_t id, uint64_t size);
uint32_t cuttle_take_announced(uint64_t size);
int cuttle_size_still_announced(void); /* and no longer */

/* What counts of such an object in a run where it has this size: the next power of two. Behind its
 * end lies what an object of up to that size would hold there, so that all of them are one path. */
uint64_t cuttle_symbolic_extent(uint64_t size);

/* 0: too large, not noted. */
int cuttle_heap_note_size(uint64_t base, uint64_t size, uint32_t size_id);
void cuttle_heap_forget_size(uint64_t base);
uint32_t cuttle_heap_size_id(uint64_t base);
/* An access up to `end` bytes from the base: a check choice against the size's expression. */
void cuttle_heap_check_size(uint64_t base, uint64_t end, uint32_t site);

#ifdef __cplusplus
}
#endif
