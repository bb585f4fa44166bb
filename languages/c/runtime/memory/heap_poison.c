/* SPDX-License-Identifier: Apache-2.0 */

/* What may be touched of the heap: the bytes of live objects. */

#define _GNU_SOURCE
#include <sys/mman.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/memory/poison.h"

#define PAGE 4096u
#define LARGE (256u << 10) /* the table of larger chunks is not written through and through */
#define MARGIN 1024u       /* of what was never given out, and of what lies behind a large object */

static uint64_t smaller(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

/* Clears the table for a chunk of many pages. */
static void clear_large(uint64_t chunk, uint64_t room) {
  const uint64_t start = (uint64_t)cuttle_poison_at(chunk),
                 end = (uint64_t)cuttle_poison_at(chunk + room);
  const uint64_t first = (start + PAGE - 1) & ~(uint64_t)(PAGE - 1),
                 last = end & ~(uint64_t)(PAGE - 1);
  cuttle_unpoison(chunk, (first - start) << CUTTLE_POISON_SHIFT);
  cuttle_unpoison(chunk + room - ((end - last) << CUTTLE_POISON_SHIFT), (end - last)
                                                                            << CUTTLE_POISON_SHIFT);
  madvise((void*)first, last - first, MADV_DONTNEED);
}

void cuttle_heap_poison_live(uint64_t chunk, uint64_t room, uint64_t size) {
  cuttle_map_shadow();
  if (!size) size = 1; /* as with AddressSanitizer: it is to confirm what we find */
  if (room > LARGE) {
    clear_large(chunk, room);
    cuttle_poison(chunk + size, smaller(room - size, MARGIN), CUTTLE_POISON_HEAP);
  } else {
    cuttle_unpoison(chunk, size);
    cuttle_poison(chunk + size, room - size, CUTTLE_POISON_HEAP);
  }
}

void cuttle_heap_poison_first(uint64_t chunk, uint64_t room, int first_of_class) {
  cuttle_map_shadow();
  if (first_of_class) cuttle_poison(chunk - MARGIN, MARGIN, CUTTLE_POISON_HEAP);
  cuttle_poison(chunk + room, MARGIN, CUTTLE_POISON_HEAP);
}

void cuttle_heap_poison_freed(uint64_t chunk, uint64_t room, uint64_t size) {
  cuttle_map_shadow();
  if (room > LARGE) size = smaller(size, LARGE);
  cuttle_poison(chunk, (size + 7) & ~(uint64_t)7, CUTTLE_POISON_FREED);
}
