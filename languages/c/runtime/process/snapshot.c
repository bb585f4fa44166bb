/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/process/snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "languages/c/runtime/core/reserve.h"
#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/memory/poison.h"

#define PAGE 4096u
#define MAX_REGIONS 512u
#define MAX_BYTES (256ull << 20)
#define ALWAYS_WRITABLE                                                     \
  (64u * PAGE) /* the program's own data up to this size is never protected \
                */

typedef struct Region {
  uint64_t start, end;
  uint8_t* copy;
  uint8_t* written; /* per page: put it back after each run */
} Region;

typedef struct Snapshot {
  Region regions[MAX_REGIONS];
  uint32_t region_count;
  uint64_t stack_start, stack_end;
  uint8_t* stack_copy;
  struct {
    void* page;
    const void* copy;
  }* written; /* pages to put back */
  uint32_t page_count;
} Snapshot;

static Snapshot* snapshot;

/* ---- Which memory ---------------------------------------------------------------------------- */

static int add_region(uint64_t start, uint64_t end) {
  Region* r = &snapshot->regions[snapshot->region_count];
  const uint64_t size = end - start;
  if (start >= end) return 1;
  if (snapshot->region_count == MAX_REGIONS || size > MAX_BYTES) return 0;
  r->start = start;
  r->end = end;
  r->copy = (uint8_t*)cuttle_reserve(size);
  r->written = (uint8_t*)cuttle_reserve(size / PAGE + 1);
  snapshot->region_count++;
  return r->copy && r->written;
}

/* [start, end) without what is ours. */
static int add_without_own(uint64_t start, uint64_t end) {
  uint32_t count, i;
  const CuttleRange* own = cuttle_own_ranges(&count);
  for (i = 0; i < count; ++i) {
    if (own[i].end <= start || own[i].start >= end) continue;
    if (own[i].start > start && !add_without_own(start, own[i].start)) return 0;
    start = own[i].end;
    if (start >= end) return 1;
  }
  return add_region(start, end);
}

static const char* parse_hex(const char* at, uint64_t* value) {
  *value = 0;
  for (;; ++at) {
    const char c = *at;
    if (c >= '0' && c <= '9')
      *value = *value * 16 + (uint64_t)(c - '0');
    else if (c >= 'a' && c <= 'f')
      *value = *value * 16 + (uint64_t)(c - 'a' + 10);
    else
      return at;
  }
}

/* One line of /proc/self/maps. */
static int add_mapping(const char* line, uint64_t stack_pointer) {
  uint64_t start, end;
  const char* at = parse_hex(line, &start);
  at = parse_hex(at + 1, &end);
  if (memcmp(at, " rw-p", 5) != 0) return 1;
  if (stack_pointer >= start && stack_pointer < end) {
    snapshot->stack_end = end;
    return 1;
  }
  return add_without_own(start, end);
}

#define MAPS_SIZE (1u << 20)

static int add_mappings(uint64_t stack_pointer) {
  char* text = (char*)cuttle_reserve(MAPS_SIZE);
  const int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  size_t size = 0;
  ssize_t got = 0;
  char *line = text, *end;
  int fine = text && fd >= 0;
  while (fine && size < MAPS_SIZE - 1 && (got = read(fd, text + size, MAPS_SIZE - 1 - size)) > 0)
    size += (size_t)got;
  if (fd >= 0) close(fd);
  fine = fine && got == 0;
  while (fine && (end = strchr(line, '\n'))) {
    fine = add_mapping(line, stack_pointer);
    line = end + 1;
  }
  return fine && snapshot->stack_end;
}

/* The used part of the heap; the heap itself is one of the ranges that are ours. */
static int add_heap(void) {
  uint32_t i;
  CuttleRange used;
  for (i = 0; cuttle_heap_used(i, &used); ++i)
    if (!add_region(used.start, (used.end + PAGE - 1) & ~(uint64_t)(PAGE - 1))) return 0;
  return 1;
}

/* ---- Protection ------------------------------------------------------------------------------ */

static Region* find_region(uint64_t address) {
  uint32_t i;
  for (i = 0; i < snapshot->region_count; ++i)
    if (address >= snapshot->regions[i].start && address < snapshot->regions[i].end)
      return &snapshot->regions[i];
  return NULL;
}

/* From now on the page is put back after each run. */
static void mark_written(Region* r, uint64_t address) {
  const uint64_t page = (address - r->start) / PAGE;
  if (r->written[page]) return;
  r->written[page] = 1;
  snapshot->written[snapshot->page_count].page = (void*)(r->start + page * PAGE);
  snapshot->written[snapshot->page_count].copy = r->copy + page * PAGE;
  snapshot->page_count++;
}

static void keep_writable(uint64_t start, uint64_t end) {
  for (start &= ~(uint64_t)(PAGE - 1); start < end; start += PAGE) {
    Region* r = find_region(start);
    if (r) mark_written(r, start);
  }
}

static void protect_rest(void) {
  uint32_t i;
  for (i = 0; i < snapshot->region_count; ++i) {
    const Region* r = &snapshot->regions[i];
    uint64_t at = r->start;
    while (at < r->end) {
      uint64_t end = at;
      while (end < r->end && !r->written[(end - r->start) / PAGE]) end += PAGE;
      if (end > at) mprotect((void*)at, end - at, PROT_READ);
      at = end + PAGE;
    }
  }
}

extern char __data_start __attribute__((weak));
extern char _end __attribute__((weak));

/* The kernel writes to the thread's control block at any time, and system calls to the program's
 * buffers, where protection would be an error and not a fault. */
static void keep_some_writable(void) {
  const uint64_t thread = (uint64_t)__builtin_thread_pointer();
  const uint64_t data = (uint64_t)&__data_start, end = (uint64_t)&_end;
  keep_writable(thread - PAGE, thread + 2 * PAGE);
  keep_writable((uint64_t)&errno, (uint64_t)&errno + 1);
  keep_writable((uint64_t)&__cuttle_thread, (uint64_t)&__cuttle_thread + sizeof(__cuttle_thread));
  keep_writable((uint64_t)&cuttle_rt, (uint64_t)&cuttle_rt + sizeof(cuttle_rt));
  if (data && end > data && end - data <= ALWAYS_WRITABLE) keep_writable(data, end);
}

int cuttle_snapshot_fault(uint64_t address) {
  Region* r = snapshot ? find_region(address) : NULL;
  const uint64_t page = address & ~(uint64_t)(PAGE - 1);
  if (!r || r->written[(address - r->start) / PAGE]) return 0;
  if (mprotect((void*)page, PAGE, PROT_READ | PROT_WRITE) != 0) return 0;
  mark_written(r, address);
  return 1;
}

/* ---- Taking and putting back ----------------------------------------------------------------- */

static uint64_t total_pages(void) {
  uint64_t total = 0;
  uint32_t i;
  for (i = 0; i < snapshot->region_count; ++i)
    total += (snapshot->regions[i].end - snapshot->regions[i].start) / PAGE;
  return total;
}

int cuttle_snapshot_take(void) {
  const uint64_t here = (uint64_t)__builtin_frame_address(0);
  uint32_t i;
  snapshot = (Snapshot*)cuttle_reserve(sizeof(Snapshot));
  if (!snapshot || !add_mappings(here) || !add_heap()) return 0;
  if (total_pages() * PAGE > MAX_BYTES) return 0;
  snapshot->written = cuttle_reserve((total_pages() + 1) * sizeof(*snapshot->written));
  snapshot->stack_start = here;
  snapshot->stack_copy = (uint8_t*)cuttle_reserve(snapshot->stack_end - here);
  if (!snapshot->written || !snapshot->stack_copy) return 0;
  for (i = 0; i < snapshot->region_count; ++i) {
    const Region* r = &snapshot->regions[i];
    memcpy(r->copy, (const void*)r->start, r->end - r->start);
  }
  memcpy(snapshot->stack_copy, (const void*)here, snapshot->stack_end - here);
  cuttle_poison_keep(here, snapshot->stack_end);
  keep_some_writable();
  protect_rest();
  return 1;
}

void cuttle_snapshot_restore(void) {
  uint32_t i;
  for (i = 0; i < snapshot->page_count; ++i)
    memcpy(snapshot->written[i].page, snapshot->written[i].copy, PAGE);
  memcpy((void*)snapshot->stack_start, snapshot->stack_copy,
         snapshot->stack_end - snapshot->stack_start);
}
