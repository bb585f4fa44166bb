/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/inputs/contents.h"

#include <stdio.h>
#include <string.h>

#include "languages/c/runtime/core/state.h"

#define MAX_CONTENTS 256u

/* Reserved: a process may do many runs, and its own data is put back between them. */
typedef struct Table {
  CuttleContents contents[MAX_CONTENTS];
  uint32_t count;
} Table;
static Table* table;

void cuttle_prepare_contents(void) {
  if (!table) table = (Table*)cuttle_reserve(sizeof(Table));
}

static const CuttleSource* sources(uint32_t* count) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  *count = trace && cuttle_rt.in_run ? trace->areas[CUTTLE_AREA_SOURCES].count : 0;
  return *count ? (const CuttleSource*)cuttle_area(trace, CUTTLE_AREA_SOURCES) : NULL;
}

static int has_number(uint32_t kind) {
  return kind == CUTTLE_SOURCE_ARGV || kind == CUTTLE_SOURCE_ACCEPT;
}

const CuttleSource* cuttle_find_source(uint32_t kind, uint32_t index, const char* name) {
  uint32_t count, i;
  const CuttleSource* all = sources(&count);
  if (!table) return NULL;
  for (i = 0; i < count; ++i)
    if (all[i].kind == kind && (!has_number(kind) || all[i].index == index) &&
        (!name || !strcmp(cuttle_string(cuttle_rt.trace, all[i].name), name)))
      return &all[i];
  return NULL;
}

int cuttle_has_source(uint32_t kinds) {
  uint32_t count, i;
  const CuttleSource* all = sources(&count);
  for (i = 0; i < count; ++i)
    if (kinds >> all[i].kind & 1) return 1;
  return 0;
}

static void label_contents(CuttleContents* c) {
  const char* name = cuttle_string(cuttle_rt.trace, c->source->name);
  switch (c->source->kind) {
    case CUTTLE_SOURCE_STDIN:
      snprintf(c->label, sizeof(c->label), "stdin");
      break;
    case CUTTLE_SOURCE_ARGV:
      snprintf(c->label, sizeof(c->label), "argv%u", c->source->index);
      break;
    case CUTTLE_SOURCE_FILE:
      snprintf(c->label, sizeof(c->label), "file:%s", name);
      break;
    case CUTTLE_SOURCE_ACCEPT:
      snprintf(c->label, sizeof(c->label), "accept:%u", c->source->index);
      break;
    default:
      snprintf(c->label, sizeof(c->label), "env:%s", name);
  }
}

static CuttleContents* new_contents(const CuttleSource* source, uint32_t part) {
  CuttleContents* c;
  uint32_t i;
  for (i = 0; i < table->count; ++i)
    if (table->contents[i].source == source && table->contents[i].part == part)
      return &table->contents[i];
  if (i == MAX_CONTENTS) return NULL;
  table->count++;
  c = &table->contents[i];
  c->source = source;
  c->part = part;
  return c;
}

CuttleContents* cuttle_open_contents(const CuttleSource* source, uint32_t part) {
  CuttleContents* c = table ? new_contents(source, part) : NULL;
  if (!c || c->epoch == cuttle_rt.epoch) return c;
  c->max = source->max;
  if (!c->data || c->capacity < c->max) {
    c->data = (uint8_t*)cuttle_reserve((uint64_t)c->max + 1);
    c->capacity = c->max;
  }
  if (!c->data) return NULL;
  label_contents(c);
  c->epoch = cuttle_rt.epoch;
  c->reached = c->floor = c->size = 0;
  c->ceiling = c->max;
  c->size_id = c->decided = 0;
  return c;
}

const CuttleContents* cuttle_contents_number(uint32_t i) {
  return table && i < table->count ? &table->contents[i] : NULL;
}

void cuttle_reach(CuttleContents* c, uint64_t end) {
  for (; c->reached < end; ++c->reached) {
    uint64_t value;
    const uint32_t id =
        cuttle_new_input(c->label, (uint32_t)c->reached, 1, 8, "unsigned char", &value);
    c->data[c->reached] = (uint8_t)value;
    __cuttle_store(c->data + c->reached, 1, id);
  }
}

void cuttle_environment_choice(uint32_t condition, uint32_t holds) {
  if (!condition || !cuttle_rt.active || !cuttle_enter()) return;
  cuttle_record_choice(CUTTLE_CHOICE_ENVIRONMENT, condition, __cuttle_thread.site, holds, holds, 0);
  cuttle_leave();
}

void cuttle_assume_input(uint32_t condition, int holds) {
  if (condition && cuttle_rt.active && cuttle_enter()) {
    cuttle_record_choice(CUTTLE_CHOICE_ASSUME, condition, 0, (uint32_t)holds, (uint64_t)holds, 0);
    cuttle_leave();
  }
  if (!holds) cuttle_reject_exit(0);
}

void cuttle_decide_size(CuttleContents* c) {
  char name[sizeof(c->label) + 8];
  if (c->decided) return;
  c->decided = 1;
  snprintf(name, sizeof(name), "%s.size", c->label);
  c->size_id = cuttle_new_input(name, CUTTLE_NO_INDEX, 1, 32, "size", &c->size);
  if (!c->size_id) return;
  cuttle_assume_input(__cuttle_binary(CUTTLE_OP_ULE, 32, c->size_id, 0, 0, c->max),
                      c->size <= c->max);
}

/* "It has at least this many bytes", a choice unless it is known. */
static void ask(CuttleContents* c, uint64_t bound) {
  const uint32_t enough = c->size >= bound;
  if (bound <= c->floor || bound > c->ceiling) return;
  cuttle_environment_choice(__cuttle_binary(CUTTLE_OP_ULE, 32, 0, c->size_id, bound, 0), enough);
  if (enough)
    c->floor = bound;
  else
    c->ceiling = bound - 1;
}

void cuttle_pin_length(CuttleContents* c) {
  if (c->floor == c->ceiling) return;
  __cuttle_concretise(c->size_id, c->size, __cuttle_thread.site, CUTTLE_REASON_TARGET);
  c->floor = c->ceiling = c->size;
}

uint64_t cuttle_available(CuttleContents* c, uint64_t position, uint64_t wanted) {
  const uint64_t left = position < c->size ? c->size - position : 0;
  const uint64_t count = left < wanted ? left : wanted;
  if (!wanted || position >= c->ceiling) return 0; /* at the end, whatever the length */
  ask(c, position + wanted);
  if (count < wanted && position < c->ceiling) cuttle_pin_length(c);
  cuttle_reach(c, position + count < c->size ? position + count : c->size);
  return count;
}

uint8_t cuttle_chosen_byte(const CuttleContents* c, uint32_t index) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  const uint32_t v = cuttle_intern_variable(trace, c->label, index, 1, 8, "unsigned char");
  const CuttleVariable* variable =
      (const CuttleVariable*)cuttle_area(trace, CUTTLE_AREA_VARIABLES) + v;
  return v && variable->value_run == trace->run ? (uint8_t)variable->value : 0;
}
