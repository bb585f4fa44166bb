/* SPDX-License-Identifier: Apache-2.0 */

/* Arguments; and what the addresses of inputs belong to. */

#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/inputs/contents.h"
#include "languages/c/runtime/inputs/sources.h"

#define MOST_ARGUMENTS 512u
#define MAX_MAPPINGS 64u

/* Nobody can give a program a string with something behind its end: what is behind a zero is zero.
 * (What really lies there, another string, is not known.) */
static void assume_one_end(const CuttleContents* c) {
  enum { MOST = 64 }; /* longer ones would cost more than that is worth */
  uint32_t all = 0, i;
  int holds = 1;
  for (i = 0; i + 1 < c->max && c->max <= MOST; ++i) {
    const uint8_t here = c->data[i], next = c->data[i + 1];
    const uint32_t goes_on =
        __cuttle_binary(CUTTLE_OP_NE, 8, __cuttle_load(&c->data[i], 1), 0, here, 0);
    const uint32_t ends =
        __cuttle_binary(CUTTLE_OP_EQ, 8, __cuttle_load(&c->data[i + 1], 1), 0, next, 0);
    const uint32_t one = __cuttle_binary(CUTTLE_OP_OR, 1, goes_on, ends, here != 0, next == 0);
    all = __cuttle_binary(CUTTLE_OP_AND, 1, all, one, (uint64_t)holds, here || !next);
    holds = holds && (here || !next);
  }
  cuttle_assume_input(all, holds);
}

/* `max` symbolic bytes and a zero. Where it ends, the program finds out byte by byte. */
char* cuttle_source_string(const CuttleSource* source) {
  CuttleContents* c = cuttle_open_contents(source, 0);
  if (!c) return NULL;
  cuttle_reach(c, c->max);
  c->data[c->max] = 0;
  assume_one_end(c);
  return (char*)c->data;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

/* How many of the arguments that are inputs there are: an input itself. The source with index 0
 * says how many there may be at most, and at least (in the name, which is a number). */
static uint32_t decide_count(const CuttleSource* bounds, uint64_t* count) {
  const char* name = cuttle_string(cuttle_rt.trace, bounds->name);
  uint32_t least = 0, id, fits;
  for (; *name >= '0' && *name <= '9'; ++name) least = 10 * least + (uint32_t)(*name - '0');
  id = cuttle_new_input("arguments", CUTTLE_NO_INDEX, 1, 32, "int", count);
  fits =
      id ? __cuttle_binary(CUTTLE_OP_ULE, 32, __cuttle_binary(CUTTLE_OP_SUB, 32, id, 0, 0, least),
                           0, 0, bounds->max - least)
         : 0;
  cuttle_assume_input(fits, *count >= least && *count <= bounds->max);
  return id;
}

/* Argument number k (from 1) of the inputs is a pointer where there are as many, and NULL where
 * there are not: so one may also walk to the end. */
static void tie_to_count(char** slot, uint32_t k, uint32_t count_id, uint64_t count) {
  const uint32_t there = __cuttle_binary(CUTTLE_OP_ULE, 32, 0, count_id, k, 0);
  const uint64_t pointer = (uint64_t)*slot;
  *slot = k <= count ? *slot : NULL;
  if (there)
    __cuttle_store(slot, sizeof(*slot), __cuttle_select(there, k <= count, 64, 0, 0, pointer, 0));
}

uint32_t cuttle_source_arguments(int* argc, char*** argv) {
  static char* arguments[MOST_ARGUMENTS + 1];
  const CuttleSource* bounds = cuttle_find_source(CUTTLE_SOURCE_ARGV, 0, NULL);
  uint32_t i, first = 0, last = 0, id = 0;
  uint64_t count;
  if (!argc || !argv) return 0;
  for (i = MOST_ARGUMENTS - 1; i > 0; --i) {
    if (!cuttle_find_source(CUTTLE_SOURCE_ARGV, i, NULL)) continue;
    first = i;
    if (!last) last = i;
  }
  if (!last || (uint32_t)*argc < first) return 0;
  for (i = 0; i <= last; ++i) {
    const CuttleSource* source = i ? cuttle_find_source(CUTTLE_SOURCE_ARGV, i, NULL) : NULL;
    arguments[i] = source ? cuttle_source_string(source) : (*argv)[i];
    if (!arguments[i]) arguments[i] = (char*)"";
  }
  count = last - first + 1;
  __cuttle_clear(arguments, sizeof(arguments));
  if (bounds) id = decide_count(bounds, &count);
  for (i = first; i <= last && bounds; ++i) tie_to_count(&arguments[i], i - first + 1, id, count);
  arguments[last + 1] = NULL;
  *argc = (int)(first + count);
  *argv = arguments;
  return id ? __cuttle_binary(CUTTLE_OP_ADD, 32, id, 0, 0, first) : 0;
}

/* ---- Addresses ------------------------------------------------------------------------------- */

/* Reserved: a process may do many runs, and its own data is put back between them. */
static struct Mapping {
  uint64_t base, size; /* size 0: none any more */
  uint32_t epoch;
}* mappings;

void cuttle_prepare_mappings(void) {
  mappings = (struct Mapping*)cuttle_reserve(MAX_MAPPINGS * sizeof(*mappings));
}

void cuttle_source_mapped(const void* at, uint64_t size) {
  uint32_t i;
  for (i = 0; mappings && i < MAX_MAPPINGS; ++i) {
    if (mappings[i].epoch == cuttle_rt.epoch && mappings[i].size) continue;
    mappings[i].base = (uint64_t)at;
    mappings[i].size = size;
    mappings[i].epoch = cuttle_rt.epoch;
    return;
  }
}

void cuttle_source_unmapped(const void* at) {
  uint32_t i;
  for (i = 0; mappings && i < MAX_MAPPINGS; ++i)
    if (mappings[i].base == (uint64_t)at) mappings[i].size = 0;
}

/* Behind a mapped file the rest of its page can be read. */
static int mapped_object(uint64_t address, CuttleObject* object) {
  uint32_t i;
  for (i = 0; mappings && i < MAX_MAPPINGS; ++i) {
    if (mappings[i].epoch != cuttle_rt.epoch || address - mappings[i].base >= mappings[i].size)
      continue;
    object->base = mappings[i].base;
    object->size = mappings[i].size;
    object->live = object->open_ended = 1;
    return 1;
  }
  return 0;
}

int cuttle_source_object(uint64_t address, CuttleObject* object) {
  const CuttleContents* c;
  uint32_t i;
  for (i = 0; (c = cuttle_contents_number(i)); ++i) {
    const uint64_t base = (uint64_t)c->data, size = (uint64_t)c->max + 1;
    if (c->epoch != cuttle_rt.epoch || address - base >= size) continue;
    object->base = base;
    object->size = size;
    object->live = 1;
    return 1;
  }
  return mapped_object(address, object);
}
