/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/memory/shadow.h"

#include <string.h>
#include <sys/mman.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/memory/heap.h"

#define PAGE_SHIFT 12
#define PAGE_BYTES (1u << PAGE_SHIFT)
#define GRANULE (1u << CUTTLE_GRANULE_SHIFT)
#define CHUNK_COUNT (1u << 20) /* 4 GiB of the program may hold symbolic bytes */

typedef uint32_t Chunk[PAGE_BYTES];

static uint8_t* const flags = (uint8_t*)CUTTLE_FLAGS_BASE;
static uint32_t* pages; /* page of the program -> chunk, 0 = none */
static Chunk* chunks;
/* Chunks and the pages they stand for. Those in use since the last reset are listed. */
static struct Book {
  uint32_t count; /* chunk 0 is unused */
  uint32_t used_count;
  uint64_t page[CHUNK_COUNT];
  uint8_t is_used[CHUNK_COUNT];
  uint32_t used[CHUNK_COUNT];
}* book;

int cuttle_shadow_init(void) {
  const uint64_t size = CUTTLE_ADDRESS_LIMIT >> CUTTLE_GRANULE_SHIFT;
  void* at = mmap((void*)flags, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (at != (void*)flags) return 0;
  madvise(at, size, MADV_NOHUGEPAGE);
  madvise(at, size, MADV_DONTDUMP);
  pages = (uint32_t*)cuttle_reserve((CUTTLE_ADDRESS_LIMIT >> PAGE_SHIFT) * sizeof(uint32_t));
  chunks = (Chunk*)cuttle_reserve((uint64_t)CHUNK_COUNT * sizeof(Chunk));
  book = (struct Book*)cuttle_reserve(sizeof(struct Book));
  cuttle_note_range((uint64_t)flags, size);
  return pages && chunks && book;
}

void cuttle_shadow_reset(void) {
  uint32_t i;
  for (i = 0; i < book->used_count; ++i) {
    const uint32_t chunk = book->used[i];
    const uint64_t first = book->page[chunk] << (PAGE_SHIFT - CUTTLE_GRANULE_SHIFT);
    memset(chunks[chunk], 0, sizeof(Chunk));
    memset(flags + first, 0, PAGE_BYTES / GRANULE);
    if (first) flags[first - 1] = 0;
    book->is_used[chunk] = 0;
  }
  book->used_count = 0;
}

static void note_use(uint32_t chunk) {
  if (__atomic_exchange_n(&book->is_used[chunk], 1, __ATOMIC_RELAXED)) return;
  book->used[__atomic_fetch_add(&book->used_count, 1, __ATOMIC_RELAXED)] = chunk;
}

static uint32_t* entries_of(uint64_t address) {
  const uint32_t chunk = __atomic_load_n(&pages[address >> PAGE_SHIFT], __ATOMIC_ACQUIRE);
  return chunk ? &chunks[chunk][address & (PAGE_BYTES - 1)] : NULL;
}

/* A chunk for the page of `address`, which is going to be used; 0: there are no more. */
static uint32_t make_chunk(uint64_t address) {
  uint32_t* slot = &pages[address >> PAGE_SHIFT];
  uint32_t chunk = __atomic_load_n(slot, __ATOMIC_ACQUIRE), expected = 0;
  if (!chunk) {
    chunk = __atomic_add_fetch(&book->count, 1, __ATOMIC_RELAXED);
    if (chunk >= CHUNK_COUNT) {
      __atomic_store_n(&book->count, CHUNK_COUNT - 1, __ATOMIC_RELAXED);
      cuttle_event(CUTTLE_REASON_TRACE_FULL, 0, "shadow memory");
      return 0;
    }
    book->page[chunk] = address >> PAGE_SHIFT;
    /* Of two threads that come here at once the second wastes its chunk. */
    if (!__atomic_compare_exchange_n(slot, &expected, chunk, 0, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
      chunk = expected;
  }
  if (!book->is_used[chunk]) note_use(chunk);
  return chunk;
}

static uint32_t* make_entries(uint64_t address) {
  const uint32_t chunk = make_chunk(address);
  return chunk ? &chunks[chunk][address & (PAGE_BYTES - 1)] : NULL;
}

uint32_t cuttle_shadow_get(uint64_t address) {
  const uint32_t* entries;
  if (address >= CUTTLE_ADDRESS_LIMIT || !flags[address >> CUTTLE_GRANULE_SHIFT]) return 0;
  entries = entries_of(address);
  return entries ? *entries : 0;
}

static void count_symbolic(uint64_t granule, int change) {
  __atomic_fetch_add(&flags[granule], (uint8_t)change, __ATOMIC_RELAXED);
  if (granule) __atomic_fetch_add(&flags[granule - 1], (uint8_t)change, __ATOMIC_RELAXED);
}

/* Within one granule. */
static void set_in_granule(uint64_t address, uint32_t size, const uint32_t* values) {
  const uint64_t granule = address >> CUTTLE_GRANULE_SHIFT;
  uint32_t* entries;
  uint32_t i;
  int change = 0;
  if (!values && !flags[granule]) return;
  entries = values ? make_entries(address) : entries_of(address);
  if (!entries) return;
  for (i = 0; i < size; ++i) {
    const uint32_t value = values ? values[i] : 0;
    change += (value != 0) - (entries[i] != 0);
    entries[i] = value;
  }
  if (change) count_symbolic(granule, change);
}

void cuttle_shadow_set(uint64_t address, uint64_t size, const uint32_t* values) {
  if (address >= CUTTLE_ADDRESS_LIMIT || size > CUTTLE_ADDRESS_LIMIT - address) return;
  while (size) {
    const uint64_t room = GRANULE - (address & (GRANULE - 1));
    const uint32_t step = (uint32_t)(size < room ? size : room);
    set_in_granule(address, step, values);
    address += step;
    size -= step;
    if (values) values += step;
  }
}

int __cuttle_any_symbolic(const void* at, uint64_t size) {
  uint64_t address = (uint64_t)at, end;
  if (address >= CUTTLE_ADDRESS_LIMIT || size > CUTTLE_ADDRESS_LIMIT - address) return 0;
  end = address + size;
  while (address < end) {
    const uint64_t granule_end = (address | (GRANULE - 1)) + 1;
    const uint64_t stop = granule_end < end ? granule_end : end;
    const uint32_t* entries = flags[address >> CUTTLE_GRANULE_SHIFT] ? entries_of(address) : NULL;
    if (entries) {
      uint32_t i;
      for (i = 0; i < stop - address; ++i)
        if (entries[i]) return 1;
    }
    address = stop;
  }
  return 0;
}

/* Does the memory still hold what the entry says? If not, uninstrumented code wrote there. */
static int is_current(uint32_t entry, uint8_t byte) {
  const CuttleNode* node = cuttle_get(cuttle_entry_id(entry));
  const uint32_t shift = 8 * cuttle_entry_lane(entry);
  if ((node->flags & CUTTLE_NODE_NO_VALUE) || shift >= 64) return 1;
  return (uint8_t)(node->value >> shift) == byte;
}

static uint32_t checked_entry(uint64_t address) {
  const uint32_t entry = cuttle_shadow_get(address);
  if (!entry || is_current(entry, *(const uint8_t*)address)) return entry;
  cuttle_shadow_set(address, 1, NULL);
  cuttle_event(CUTTLE_REASON_OVERWRITTEN, __cuttle_thread.site, NULL);
  return 0;
}

/* `count` lanes of one node, from `entry` on. */
static uint32_t lanes_node(uint32_t entry, uint32_t count) {
  return cuttle_make_extract(cuttle_entry_id(entry), 8 * cuttle_entry_lane(entry), 8 * count);
}

uint32_t cuttle_byte_node(uint64_t address) {
  const uint32_t entry = checked_entry(address);
  return entry ? lanes_node(entry, 1) : 0;
}

uint32_t cuttle_byte_or_constant(uint64_t address) {
  const uint32_t id = cuttle_byte_node(address);
  return id ? id : cuttle_constant_node(8, *(const uint8_t*)address);
}

/* The general case of a load: runs of neighbouring lanes and of constants, glued together. */
static uint32_t assemble(uint64_t address, const uint32_t* entries, uint32_t size) {
  uint32_t result = 0, i = 0;
  while (i < size) {
    uint32_t count = 1, part;
    if (entries[i]) {
      while (i + count < size && entries[i + count] == entries[i] + count) ++count;
      part = lanes_node(entries[i], count);
    } else {
      uint64_t value = 0;
      while (i + count < size && !entries[i + count] && count < 8) ++count;
      memcpy(&value, (const void*)(address + i), count);
      part = cuttle_constant_node(8 * count, value);
    }
    result = i ? cuttle_make_concat(part, result) : part;
    if (!result) return 0;
    i += count;
  }
  return cuttle_is_constant(result) ? 0 : result;
}

static uint32_t whole_node(uint64_t address, uint32_t size, uint32_t first) {
  const CuttleNode* node = cuttle_get(cuttle_entry_id(first));
  uint64_t value = 0;
  uint32_t i;
  if (cuttle_entry_lane(first) || node->width != 8 * size || size > 8) return 0;
  for (i = 1; i < size; ++i)
    if (cuttle_shadow_get(address + i) != first + i) return 0;
  memcpy(&value, (const void*)address, size);
  if (!(node->flags & CUTTLE_NODE_NO_VALUE) && node->value != value) return 0;
  return cuttle_entry_id(first);
}

uint32_t cuttle_memory_node(uint64_t address, uint32_t size) {
  uint32_t entries[8], i, any = 0, id;
  uint64_t value = 0;
  for (i = 0; i < size; ++i) any |= entries[i] = checked_entry(address + i);
  if (any && (id = assemble(address, entries, size))) return id;
  memcpy(&value, (const void*)address, size);
  return cuttle_constant_node(8 * size, value);
}

/* Instrumented code comes here for memory of which it knows only that it is flagged. */
static void check_heap(const void* at, uint64_t size) {
  CuttleHeapObject object;
  if (!size || !cuttle_heap_owns(at) || !cuttle_rt.in_run ||
      !cuttle_heap_find((uint64_t)at, &object))
    return;
  if (!object.live) cuttle_bug_exit(CUTTLE_BUG_USE_AFTER_FREE, 0, "use after free", NULL, NULL, 0);
  if (object.symbolic_size)
    cuttle_heap_check_size(object.base, (uint64_t)at + size - object.base, 0);
}

void cuttle_shadow_mark(uint64_t address, uint64_t size, int change) {
  uint64_t granule = address >> CUTTLE_GRANULE_SHIFT;
  const uint64_t last = (address + (size ? size - 1 : 0)) >> CUTTLE_GRANULE_SHIFT;
  for (; granule <= last; ++granule) {
    const uint64_t page_granules = PAGE_BYTES / GRANULE;
    if (granule == address >> CUTTLE_GRANULE_SHIFT || granule % page_granules == 0)
      make_chunk(granule << CUTTLE_GRANULE_SHIFT); /* so that a reset finds it */
    __atomic_fetch_add(&flags[granule], (uint8_t)change, __ATOMIC_RELAXED);
  }
}

uint32_t __cuttle_load(const void* at, uint64_t size) {
  const uint64_t address = (uint64_t)at;
  uint32_t entries[64], i, id, any = 0;
  check_heap(at, size);
  if (!cuttle_rt.active || size > 64 || address >= CUTTLE_ADDRESS_LIMIT - 64) return 0;
  entries[0] = cuttle_shadow_get(address);
  if (entries[0] && (id = whole_node(address, (uint32_t)size, entries[0]))) return id;
  for (i = 0; i < size; ++i) any |= entries[i] = checked_entry(address + i);
  if (!any || !cuttle_enter()) return 0;
  id = assemble(address, entries, (uint32_t)size);
  cuttle_leave();
  return id;
}

void __cuttle_clear(const void* at, uint64_t size) {
  check_heap(at, size);
  cuttle_shadow_set((uint64_t)at, size, NULL);
}

void __cuttle_store(void* at, uint64_t size, uint32_t id) {
  uint32_t entries[64];
  uint32_t i;
  if (!id || !cuttle_rt.active || size > 64 || cuttle_is_constant(id)) {
    __cuttle_clear(at, size);
    return;
  }
  check_heap(at, size);
  for (i = 0; i < size; ++i) entries[i] = cuttle_entry(id, i);
  cuttle_shadow_set((uint64_t)at, size, entries);
}
