/* SPDX-License-Identifier: Apache-2.0 */

/* Allocation with symbolic sizes. The size is not pinned: the object gets the size of this run, and
 * its expression is remembered with it (heap_sizes.c), so that accesses are checked against it. */

#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/modelling.h"

#define MODEL __attribute__((weak, visibility("default")))
#define SELF(name) ((const void*)__cuttle_model_##name)

static void pin_size(uint32_t id, uint64_t size) {
  __cuttle_concretise(id, size, __cuttle_thread.site, CUTTLE_REASON_SYMBOLIC_SIZE);
}

/* Around an allocation of `size` bytes, whose expression is `id`. Whoever allocates takes it from
 * there; if nobody does (another heap is linked), the size is pinned after all. */
static void announce(uint32_t id, uint64_t size) {
  if (id) cuttle_announce_size(id, size);
}
static void* conclude(uint32_t id, uint64_t size, void* p) {
  if (id && cuttle_size_still_announced()) pin_size(id, size);
  return p;
}

MODEL void* __cuttle_model_malloc(size_t size) {
  uint32_t id;
  cuttle_take_arguments(SELF(malloc), &id, 1);
  announce(id, size);
  return conclude(id, size, malloc(size));
}

static uint32_t product(uint32_t a, uint32_t b, uint64_t value_a, uint64_t value_b) {
  uint64_t bytes;
  if (!(a | b)) return 0;
  if (__builtin_mul_overflow(value_a, value_b, &bytes)) {
    pin_size(a, value_a);
    pin_size(b, value_b);
    return 0;
  }
  return __cuttle_binary(CUTTLE_OP_MUL, 64, a, b, value_a, value_b);
}

MODEL void* __cuttle_model_calloc(size_t count, size_t size) {
  uint32_t ids[2], id;
  cuttle_take_arguments(SELF(calloc), ids, 2);
  id = product(ids[0], ids[1], count, size);
  announce(id, count * size);
  return conclude(id, count * size, calloc(count, size));
}

MODEL void* __cuttle_model_realloc(void* p, size_t size) {
  uint32_t ids[2];
  cuttle_take_arguments(SELF(realloc), ids, 2);
  if (ids[0])
    __cuttle_concretise(ids[0], (uint64_t)p, __cuttle_thread.site, CUTTLE_REASON_SYMBOLIC_ADDRESS);
  announce(ids[1], size);
  return conclude(ids[1], size, realloc(p, size));
}

MODEL void* __cuttle_model_reallocarray(void* p, size_t count, size_t size) {
  uint32_t ids[3], id;
  cuttle_take_arguments(SELF(reallocarray), ids, 3);
  id = product(ids[1], ids[2], count, size);
  announce(id, count * size);
  return conclude(id, count * size, reallocarray(p, count, size));
}

MODEL void* __cuttle_model_aligned_alloc(size_t alignment, size_t size) {
  uint32_t ids[2];
  cuttle_take_arguments(SELF(aligned_alloc), ids, 2);
  pin_size(ids[0], alignment);
  announce(ids[1], size);
  return conclude(ids[1], size, aligned_alloc(alignment, size));
}

MODEL int __cuttle_model_posix_memalign(void** result, size_t alignment, size_t size) {
  uint32_t ids[3];
  int error;
  cuttle_take_arguments(SELF(posix_memalign), ids, 3);
  pin_size(ids[1], alignment);
  announce(ids[2], size);
  error = posix_memalign(result, alignment, size);
  conclude(ids[2], size, NULL);
  return error;
}

MODEL void __cuttle_model_free(void* p) {
  uint32_t id;
  cuttle_take_arguments(SELF(free), &id, 1);
  if (id)
    __cuttle_concretise(id, (uint64_t)p, __cuttle_thread.site, CUTTLE_REASON_SYMBOLIC_ADDRESS);
  free(p);
}

CUTTLE_SAME_MODEL(memalign, aligned_alloc);
CUTTLE_SAME_MODEL(__libc_malloc, malloc);
CUTTLE_SAME_MODEL(__libc_calloc, calloc);
CUTTLE_SAME_MODEL(__libc_realloc, realloc);
CUTTLE_SAME_MODEL(__libc_memalign, aligned_alloc);
CUTTLE_SAME_MODEL(__libc_free, free);

/* operator new, new[], and those that return null. */
void* _Znwm(size_t) __attribute__((weak));
void* _Znam(size_t) __attribute__((weak));
void* _ZnwmRKSt9nothrow_t(size_t, const void*) __attribute__((weak));
void* _ZnamRKSt9nothrow_t(size_t, const void*) __attribute__((weak));

MODEL void* __cuttle_model__Znwm(size_t size) {
  uint32_t id;
  cuttle_take_arguments(SELF(_Znwm), &id, 1);
  announce(id, size);
  return conclude(id, size, _Znwm(size));
}

MODEL void* __cuttle_model__Znam(size_t size) {
  uint32_t id;
  cuttle_take_arguments(SELF(_Znam), &id, 1);
  announce(id, size);
  return conclude(id, size, _Znam(size));
}

MODEL void* __cuttle_model__ZnwmRKSt9nothrow_t(size_t size, const void* tag) {
  uint32_t id;
  cuttle_take_arguments(SELF(_ZnwmRKSt9nothrow_t), &id, 1);
  announce(id, size);
  return conclude(id, size, _ZnwmRKSt9nothrow_t(size, tag));
}

MODEL void* __cuttle_model__ZnamRKSt9nothrow_t(size_t size, const void* tag) {
  uint32_t id;
  cuttle_take_arguments(SELF(_ZnamRKSt9nothrow_t), &id, 1);
  announce(id, size);
  return conclude(id, size, _ZnamRKSt9nothrow_t(size, tag));
}
