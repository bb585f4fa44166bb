/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/memory/heap.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/memory/shadow.h"
#include "languages/c/runtime/schedule/schedule.h"

#define CLASS_BYTES ((uint64_t)1 << CUTTLE_HEAP_CLASS_SHIFT)
#define RECORDS_BASE CUTTLE_HEAP_END
#define LARGE 131072u /* give the pages of larger chunks back to the system */
#define NONE 0xffffffffu

enum { UNUSED, LIVE, FREED };

/* What is known of a chunk; as many as there can be chunks, in reserved memory. */
typedef struct Record {
  uint64_t size;
  uint32_t next; /* in the list of free chunks; of those in use it is the object's number */
  uint8_t state;
  uint8_t marked; /* freed memory is flagged, so that instrumented code comes to us */
  uint8_t dirty;  /* may hold something else than zeros */
  uint8_t symbolic_size;
} Record;

typedef struct Class {
  uint32_t used; /* chunks ever given out */
  uint32_t free; /* first of the list, + 1 */
} Class;

/* Freed chunks wait here before they are given out again. */
#define QUARANTINE 4096u
#define QUARANTINE_BYTES (1u << 20)
static struct {
  uint32_t class_index[QUARANTINE], chunk[QUARANTINE];
  uint32_t first, count;
  uint64_t bytes;
} quarantine;

static Class classes[CUTTLE_HEAP_CLASSES];
static uint64_t bytes_in_use;
static int ready;
static uint32_t lock;

extern char __libc_single_threaded __attribute__((weak));

static int take_lock(void) {
  if (&__libc_single_threaded && __libc_single_threaded) return 0;
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) sched_yield();
  return 1;
}

static void drop_lock(int taken) {
  if (taken) __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

static void before_fork(void) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) sched_yield();
}

static void after_fork(void) {
  __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

static void reserve(uint64_t base, uint64_t size) {
  void* at = mmap((void*)base, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  static const char message[] = "cuttle: cannot reserve address space for the heap\n";
  if (at == (void*)base) return;
  const ssize_t ignored = write(2, message, sizeof(message) - 1);
  (void)ignored;
  _exit(CUTTLE_FAILURE_STATUS);
}

void cuttle_heap_initialise(void) {
  if (ready) return;
  ready = 1;
  reserve(CUTTLE_HEAP_BASE, CUTTLE_HEAP_END - CUTTLE_HEAP_BASE);
  reserve(RECORDS_BASE, CUTTLE_HEAP_END - CUTTLE_HEAP_BASE);
  cuttle_note_range(CUTTLE_HEAP_BASE, 2 * (CUTTLE_HEAP_END - CUTTLE_HEAP_BASE));
  pthread_atfork(before_fork, after_fork, after_fork);
}

/* ---- Size classes: multiples of 16 up to 128, then four per doubling ------------------------- */

static uint64_t class_size(uint32_t index) {
  if (index < 8) return 16u * (index + 1);
  return (uint64_t)(5 + (index & 3)) << (5 + (index - 8) / 4);
}

static uint32_t class_for(uint64_t size) {
  uint32_t log, quarter;
  if (size <= 128) return (uint32_t)((size + 15) / 16 - 1);
  log = 63 - (uint32_t)__builtin_clzll(size - 1); /* 2^log < size <= 2^(log+1), log >= 7 */
  quarter = (uint32_t)((size - 1) >> (log - 2)) & 3;
  return 8 + 4 * (log - 7) + quarter;
}

static uint8_t* chunk_at(uint32_t class_index, uint32_t chunk) {
  return (uint8_t*)(CUTTLE_HEAP_BASE + ((uint64_t)class_index << CUTTLE_HEAP_CLASS_SHIFT) +
                    chunk * class_size(class_index));
}

static Record* record_of(uint32_t class_index, uint32_t chunk) {
  return (Record*)(RECORDS_BASE + ((uint64_t)class_index << CUTTLE_HEAP_CLASS_SHIFT)) + chunk;
}

static Record* locate(uint64_t address, uint32_t* class_index, uint32_t* chunk) {
  const uint64_t offset = address - CUTTLE_HEAP_BASE;
  *class_index = (uint32_t)(offset >> CUTTLE_HEAP_CLASS_SHIFT);
  *chunk = (uint32_t)((offset & (CLASS_BYTES - 1)) / class_size(*class_index));
  return record_of(*class_index, *chunk);
}

/* ---- Fences: bytes behind each object that nobody may write --------------------------------- */

#define FENCE_BYTE 0xc5
#define MOST_FENCE 16u

/* Bytes of the object that have a meaning. */
static uint64_t extent_of(const Record* record) {
  return record->symbolic_size ? cuttle_symbolic_extent(record->size) : record->size;
}

/* An object of no bytes has one, as with AddressSanitizer: it is to confirm what we find. */
static uint8_t* fence_of(uint32_t class_index, uint32_t chunk, uint64_t* length) {
  const uint64_t extent = extent_of(record_of(class_index, chunk));
  const uint64_t start = extent ? extent : 1, room = class_size(class_index) - start;
  *length = room < MOST_FENCE ? room : MOST_FENCE;
  return chunk_at(class_index, chunk) + start;
}

static void put_fence(uint32_t class_index, uint32_t chunk) {
  uint64_t length;
  uint8_t* fence = fence_of(class_index, chunk, &length);
  memset(fence, FENCE_BYTE, length);
}

static int is_overrun(uint32_t class_index, uint32_t chunk) {
  uint64_t i;
  const uint8_t* fence = fence_of(class_index, chunk, &i);
  while (i && fence[i - 1] == FENCE_BYTE) --i;
  return i != 0;
}

void cuttle_heap_check_fences(void) {
  uint32_t i, chunk;
  for (i = 0; i < CUTTLE_HEAP_CLASSES; ++i)
    for (chunk = 0; chunk < classes[i].used; ++chunk)
      if (record_of(i, chunk)->state == LIVE && is_overrun(i, chunk))
        cuttle_bug_exit(CUTTLE_BUG_OUT_OF_BOUNDS, 0, CUTTLE_MESSAGE_OVERRUN, NULL, NULL, 0);
}

/* ---- Quarantine ------------------------------------------------------------------------------ */

static void mark(uint32_t class_index, uint32_t chunk, Record* record, int freed) {
  const uint64_t limit = 4096;
  if (freed == record->marked || (freed && !cuttle_rt.in_run)) return;
  record->marked = (uint8_t)freed;
  cuttle_shadow_mark((uint64_t)chunk_at(class_index, chunk),
                     record->size < limit ? record->size : limit, freed ? 1 : -1);
}

/* An object whose size is an expression: flagged while it lives. */
static void note_size(uint8_t* p, Record* record, uint32_t size_id) {
  if (!cuttle_heap_note_size((uint64_t)p, record->size, size_id)) {
    __cuttle_concretise(size_id, record->size, __cuttle_thread.site, CUTTLE_REASON_SYMBOLIC_SIZE);
    return;
  }
  record->symbolic_size = 1;
  cuttle_shadow_mark((uint64_t)p, record->size, 1);
}

static void forget_size(uint8_t* p, Record* record) {
  if (!record->symbolic_size) return;
  record->symbolic_size = 0;
  cuttle_heap_forget_size((uint64_t)p);
  cuttle_shadow_mark((uint64_t)p, record->size, -1);
}

static void leave_quarantine(void) {
  const uint32_t at = quarantine.first;
  const uint32_t class_index = quarantine.class_index[at], chunk = quarantine.chunk[at];
  const uint64_t size = class_size(class_index);
  Record* record = record_of(class_index, chunk);
  quarantine.first = (at + 1) % QUARANTINE;
  quarantine.count--;
  quarantine.bytes -= size;
  bytes_in_use -= size;
  mark(class_index, chunk, record, 0);
  record->state = UNUSED;
  record->next = classes[class_index].free;
  classes[class_index].free = chunk + 1;
  if (size >= LARGE && !madvise(chunk_at(class_index, chunk), size, MADV_DONTNEED)) {
    /* Whole pages of it read as zero now; the first may be shared with a neighbour. */
    record->dirty = ((uint64_t)chunk_at(class_index, chunk) & 4095) != 0;
  }
}

static void enter_quarantine(uint32_t class_index, uint32_t chunk, Record* record) {
  const uint64_t size = class_size(class_index);
  const uint32_t at = (quarantine.first + quarantine.count) % QUARANTINE;
  record->state = FREED;
  mark(class_index, chunk, record, 1);
  cuttle_heap_poison_freed((uint64_t)chunk_at(class_index, chunk), size, record->size);
  quarantine.class_index[at] = class_index;
  quarantine.chunk[at] = chunk;
  quarantine.count++;
  quarantine.bytes += size;
  while (quarantine.count == QUARANTINE ||
         (quarantine.count && quarantine.bytes > QUARANTINE_BYTES))
    leave_quarantine();
}

/* ---- Allocation ------------------------------------------------------------------------------ */

static int within_limit(uint64_t size) {
  const uint64_t limit = cuttle_rt.trace ? cuttle_rt.trace->limits.memory_bytes : 0;
  return !limit || bytes_in_use + size <= limit;
}

static uint32_t take_chunk(uint32_t class_index) {
  Class* c = &classes[class_index];
  const uint64_t size = class_size(class_index);
  uint32_t chunk;
  if (!within_limit(size)) return NONE;
  if (c->free) {
    chunk = c->free - 1;
    c->free = record_of(class_index, chunk)->next;
  } else {
    if ((c->used + 1) * size > CLASS_BYTES) return NONE;
    chunk = c->used++;
    cuttle_heap_poison_first((uint64_t)chunk_at(class_index, chunk), size, chunk == 0);
  }
  bytes_in_use += size;
  return chunk;
}

/* One byte more than asked for: the end of an object is an address inside its chunk. */
static uint64_t chunk_bytes(size_t size, size_t alignment) {
  uint64_t bytes = (uint64_t)size + 1;
  if (alignment <= 16) return bytes;
  if (bytes < alignment) bytes = alignment;
  return (uint64_t)1 << (64 - __builtin_clzll(bytes - 1)); /* aligned to its size */
}

#define FOLLOWED                                                                   \
  4096u /* what accesses at unknown indices are followed in, unless told otherwise \
         */

/* The first bytes, as far as accesses at unknown indices are followed, do not depend on what
 * earlier objects or runs left there: what such a store does not hit goes into expressions. */
static void forget_contents(uint8_t* p, uint64_t size, int whole) {
  cuttle_shadow_set((uint64_t)p, size, NULL);
  memset(p, 0, whole || size < FOLLOWED ? size : FOLLOWED);
}

void* cuttle_heap_allocate(size_t size, size_t alignment, int zeroed) {
  uint32_t class_index, chunk;
  Record* record;
  uint8_t* p;
  int taken, dirty;
  const uint32_t size_id = cuttle_take_announced(size);
  if (size >= CLASS_BYTES / 2 || alignment > CLASS_BYTES / 2) {
    errno = ENOMEM;
    return NULL;
  }
  if (!ready) cuttle_heap_initialise();
  /* An object whose size is an expression lies at the same place whatever its size is. */
  class_index = class_for(
      chunk_bytes(size_id && size < CUTTLE_SYMBOLIC_ROOM ? CUTTLE_SYMBOLIC_ROOM : size, alignment));
  taken = take_lock();
  chunk = take_chunk(class_index);
  if (chunk == NONE) {
    drop_lock(taken);
    errno = ENOMEM;
    return NULL;
  }
  record = record_of(class_index, chunk);
  record->size = size;
  record->state = LIVE;
  record->next = cuttle_number_object(size);
  dirty = record->dirty;
  record->dirty = 1;
  drop_lock(taken);
  p = chunk_at(class_index, chunk);
  if (size_id) note_size(p, record, size_id);
  if (dirty) forget_contents(p, extent_of(record), zeroed);
  put_fence(class_index, chunk);
  cuttle_heap_poison_live((uint64_t)p, class_size(class_index), size);
  return p;
}

static void bad_free(const char* message, uint32_t bug, int taken) {
  drop_lock(taken);
  cuttle_bug_exit(bug, __cuttle_thread.site, message, NULL, NULL, 0);
}

void cuttle_heap_release(void* p) {
  uint32_t class_index, chunk;
  const int saved = errno;
  int taken;
  Record* record;
  if (!p) return;
  taken = take_lock();
  record = locate((uint64_t)p, &class_index, &chunk);
  if (record->state == FREED && chunk_at(class_index, chunk) == p)
    bad_free("double free", CUTTLE_BUG_USE_AFTER_FREE, taken);
  if (record->state != LIVE || chunk_at(class_index, chunk) != p)
    bad_free("free of an address that was not allocated", CUTTLE_BUG_ABORT, taken);
  if (is_overrun(class_index, chunk))
    bad_free(CUTTLE_MESSAGE_OVERRUN, CUTTLE_BUG_OUT_OF_BOUNDS, taken);
  forget_size((uint8_t*)p, record);
  enter_quarantine(class_index, chunk, record);
  drop_lock(taken);
  errno = saved;
}

size_t cuttle_heap_size(const void* p) {
  uint32_t class_index, chunk;
  return p ? locate((uint64_t)p, &class_index, &chunk)->size : 0;
}

void* cuttle_heap_resize(void* p, size_t size) {
  uint32_t class_index, chunk;
  Record* record;
  uint64_t kept, room;
  uint32_t size_id;
  void* moved;
  if (!p) return cuttle_heap_allocate(size, 0, 0);
  record = locate((uint64_t)p, &class_index, &chunk);
  if (record->state != LIVE || is_overrun(class_index, chunk)) {
    cuttle_heap_release(p); /* reports */
    return NULL;
  }
  kept = extent_of(record);
  size_id = cuttle_take_announced(size);
  if (!size_id && size < CLASS_BYTES / 2 && class_for((uint64_t)size + 1) == class_index) {
    forget_size((uint8_t*)p, record);
    if (size < kept) cuttle_shadow_set((uint64_t)p + size, kept - size, NULL);
    if (size > kept) forget_contents((uint8_t*)p + kept, size - kept, 0);
    record->size = size;
    put_fence(class_index, chunk);
    cuttle_heap_poison_live((uint64_t)p, class_size(class_index), size);
    return p;
  }
  if (size_id) cuttle_announce_size(size_id, size); /* moves, whatever the size is in this run */
  moved = cuttle_heap_allocate(size, 0, 0);
  if (!moved) return NULL;
  room = extent_of(locate((uint64_t)moved, &class_index, &chunk));
  if (room < kept) kept = room;
  cuttle_shadow_copy(moved, p, kept);
  memcpy(moved, p, kept);
  cuttle_heap_release(p);
  return moved;
}

int cuttle_heap_find(uint64_t address, CuttleHeapObject* object) {
  uint32_t class_index, chunk;
  const Record* record;
  if (!ready || !cuttle_heap_owns((const void*)address)) return 0;
  record = locate(address, &class_index, &chunk);
  if (record->state == UNUSED) return 0;
  object->base = (uint64_t)chunk_at(class_index, chunk);
  object->size = record->size;
  object->live = record->state == LIVE;
  object->symbolic_size = record->symbolic_size;
  object->number = record->next;
  return 1;
}

/* ---- Between runs of one process --------------------------------------------------------------
 */

static uint32_t kept[CUTTLE_HEAP_CLASSES]; /* chunks that belong to the state before the runs */
static uint32_t* captured;

int cuttle_heap_used(uint32_t number, CuttleRange* range) {
  const uint32_t class_index = number / 2;
  if (class_index >= CUTTLE_HEAP_CLASSES) return 0;
  if (!captured) captured = (uint32_t*)cuttle_reserve(sizeof(kept));
  kept[class_index] = classes[class_index].used;
  range->start =
      (uint64_t)(number % 2 ? (void*)record_of(class_index, 0) : (void*)chunk_at(class_index, 0));
  range->end = (uint64_t)(number % 2 ? (void*)record_of(class_index, kept[class_index])
                                     : (void*)chunk_at(class_index, kept[class_index]));
  return 1;
}

void cuttle_heap_capture(void) {
  uint32_t i;
  for (i = 0; captured && i < CUTTLE_HEAP_CLASSES; ++i) captured[i] = classes[i].used;
}

void cuttle_heap_rewind(void) {
  uint32_t i, chunk;
  for (i = 0; captured && i < CUTTLE_HEAP_CLASSES; ++i) {
    for (chunk = kept[i]; chunk < captured[i]; ++chunk) {
      Record* record = record_of(i, chunk);
      memset(record, 0, sizeof(*record));
      record->dirty = 1;
    }
  }
}
