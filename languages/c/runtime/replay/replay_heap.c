/* SPDX-License-Identifier: Apache-2.0 */

/* free and realloc for plain programs: input objects were not allocated by malloc, but the function
 * under test cannot know that. Apart, because sanitizers bring a heap of their own. */

#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "languages/c/runtime/graph.h"

extern void __libc_free(void* p);
extern void* __libc_realloc(void* p, size_t size);

#pragma GCC visibility push(default)

/* A program may have its own. */
#pragma weak free
#pragma weak realloc

void free(void* p) {
  if (!cuttle_graph_owns((uint64_t)p))
    __libc_free(p);
  else if (!cuttle_graph_release((uint64_t)p))
    abort(); /* as libc does */
}

void* realloc(void* p, size_t size) {
  void* moved;
  size_t room;
  if (!cuttle_graph_owns((uint64_t)p)) return __libc_realloc(p, size);
  room = 4096 - ((uint64_t)p & 4095); /* input objects end where a page ends */
  moved = malloc(size);
  if (!moved) return NULL;
  memcpy(moved, p, room < size ? room : size);
  free(p);
  return moved;
}

#pragma GCC visibility pop
