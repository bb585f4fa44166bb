/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/core/reserve.h"

#include <stddef.h>
#include <sys/mman.h>

#define MAX_RANGES 256u
static CuttleRange ranges[MAX_RANGES];
static uint32_t range_count;

void cuttle_note_range(uint64_t start, uint64_t size) {
  const uint32_t at = __atomic_fetch_add(&range_count, 1, __ATOMIC_RELAXED);
  if (at >= MAX_RANGES) return;
  ranges[at].start = start;
  ranges[at].end = start + size;
}

const CuttleRange* cuttle_own_ranges(uint32_t* count) {
  *count = range_count < MAX_RANGES ? range_count : MAX_RANGES;
  return ranges;
}

void* cuttle_reserve(uint64_t size) {
  void* p =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return NULL;
  /* Huge pages would make forks and sparse use expensive. */
  madvise(p, size, MADV_NOHUGEPAGE);
  madvise(p, size, MADV_DONTDUMP);
  cuttle_note_range((uint64_t)p, (size + 4095) & ~(uint64_t)4095);
  return p;
}
