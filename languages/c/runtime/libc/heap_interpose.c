/* SPDX-License-Identifier: Apache-2.0 */

/* malloc and its kin for the whole program, its libraries included. */

#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <unistd.h>

#include "languages/c/runtime/inputs/graph_pointers.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/memory/objects.h"

#pragma GCC visibility push(default)

/* A program may have some of its own (an old system's reallocarray, say). */
#pragma weak malloc
#pragma weak calloc
#pragma weak free
#pragma weak realloc
#pragma weak reallocarray
#pragma weak memalign
#pragma weak aligned_alloc
#pragma weak posix_memalign
#pragma weak valloc
#pragma weak pvalloc
#pragma weak malloc_usable_size

void* malloc(size_t size) {
  return cuttle_heap_allocate(size, 0, 0);
}

void* calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return cuttle_heap_allocate(bytes, 0, 1);
}

/* Memory from before us (the dynamic loader's) is not given back. */
void free(void* p) {
  if (p && cuttle_heap_owns(p))
    cuttle_heap_release(p);
  else if (cuttle_graph_owns((uint64_t)p))
    cuttle_pointers_release(p);
  else if (p)
    cuttle_check_freed(p);
}

void* realloc(void* p, size_t size) {
  if (cuttle_graph_owns((uint64_t)p)) return cuttle_pointers_resize(p, size);
  if (p && !cuttle_heap_owns(p)) {
    cuttle_check_freed(p);
    return NULL;
  }
  if (p && size == 0) {
    cuttle_heap_release(p);
    return NULL;
  }
  return cuttle_heap_resize(p, size);
}

void* reallocarray(void* p, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(p, bytes);
}

void* memalign(size_t alignment, size_t size) {
  return cuttle_heap_allocate(size, alignment, 0);
}

void* aligned_alloc(size_t alignment, size_t size) {
  return cuttle_heap_allocate(size, alignment, 0);
}

int posix_memalign(void** result, size_t alignment, size_t size) {
  const int saved = errno;
  void* p;
  if (alignment < sizeof(void*) || (alignment & (alignment - 1))) return EINVAL;
  p = cuttle_heap_allocate(size, alignment, 0);
  errno = saved;
  if (!p) return ENOMEM;
  *result = p;
  return 0;
}

void* valloc(size_t size) {
  return cuttle_heap_allocate(size, (size_t)getpagesize(), 0);
}

void* pvalloc(size_t size) {
  const size_t page = (size_t)getpagesize();
  return cuttle_heap_allocate((size + page - 1) & ~(page - 1), page, 0);
}

size_t malloc_usable_size(void* p) {
  return cuttle_heap_owns(p) ? cuttle_heap_size(p) : 0;
}

#pragma GCC visibility pop
