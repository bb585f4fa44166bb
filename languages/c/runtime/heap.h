/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The heap of instrumented programs. An allocator of our own, because the object that an address
 * lies in must be found at once (chunks of one size share a region: it is a division), freed
 * objects must stay recognisable for a while, and runs must see the same addresses.
 * heap_interpose.c puts it in the place of malloc for the whole program; sanitizer builds, which
 * bring a heap of their own, leave that out. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CUTTLE_HEAP_BASE 0x300000000000ull
#define CUTTLE_HEAP_CLASS_SHIFT 36 /* 64 GiB of addresses per class */
#define CUTTLE_HEAP_CLASSES 128u
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

typedef struct CuttleHeapObject {
  uint64_t base, size;
  int live;
} CuttleHeapObject;

/* The object (live, or freed not long ago) whose chunk contains the address; 0: there is none. */
int cuttle_heap_find(uint64_t address, CuttleHeapObject* object);

#ifdef __cplusplus
}
#endif
