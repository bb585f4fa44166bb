/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What both sides of a trace do with it: lay it out, find areas, intern strings and variables, and
 * the hashes and names that every writer has to make in the same way (docs/trace-format.md).
 * Inline and without any library call, because the program's side may not depend on anything. */

#include "engine/trace/format.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Capacities in elements. Pages that are never touched cost nothing. */
typedef struct CuttleTraceSizes {
  uint32_t strings, variables, nodes, tables, table_elements;
  uint32_t modules, module_data, coverage, sources, records, reads, limitations;
  uint32_t threads, blobs, schedule;
} CuttleTraceSizes;

static inline CuttleTraceSizes cuttle_trace_default_sizes(void) {
  CuttleTraceSizes sizes = {8u << 20, 1u << 20,   4u << 20, 1u << 16,  16u << 20,
                            1u << 14, 256u << 20, 8u << 20, 64,        4u << 20,
                            1u << 20, 4096,       1u << 16, 64u << 20, 1u << 18};
  return sizes;
}

static inline uint32_t cuttle_power_of_two_at_least(uint32_t n) {
  uint32_t power = 64;
  while (power < n && power < 1u << 31) power *= 2;
  return power;
}

static inline void* cuttle_area(CuttleTraceHeader* trace, int area) {
  return (char*)trace + trace->areas[area].offset;
}

static inline uint32_t cuttle_area_count(const CuttleTraceHeader* trace, int area) {
  return __atomic_load_n(&trace->areas[area].count, __ATOMIC_ACQUIRE);
}

static inline uint64_t cuttle_layout_(CuttleTraceHeader* trace, const CuttleTraceSizes* s) {
  const uint32_t element[CUTTLE_AREA_COUNT] = {1,
                                               sizeof(CuttleVariable),
                                               4,
                                               sizeof(CuttleNode),
                                               4,
                                               sizeof(CuttleTable),
                                               4,
                                               4,
                                               sizeof(CuttleModuleRecord),
                                               1,
                                               1,
                                               sizeof(CuttleSource),
                                               sizeof(CuttleRecord),
                                               sizeof(CuttleRead),
                                               sizeof(CuttleLimitation),
                                               sizeof(CuttleThreadRecord),
                                               1,
                                               sizeof(CuttleStep)};
  const uint32_t capacity[CUTTLE_AREA_COUNT] = {s->strings,
                                                s->variables,
                                                cuttle_power_of_two_at_least(s->variables),
                                                s->nodes,
                                                cuttle_power_of_two_at_least(s->nodes),
                                                s->tables,
                                                cuttle_power_of_two_at_least(s->tables),
                                                s->table_elements,
                                                s->modules,
                                                s->module_data,
                                                s->coverage,
                                                s->sources,
                                                s->records,
                                                s->reads,
                                                s->limitations,
                                                s->threads,
                                                s->blobs,
                                                s->schedule};
  uint64_t at = (sizeof(CuttleTraceHeader) + 4095) & ~(uint64_t)4095;
  int i;
  for (i = 0; i < CUTTLE_AREA_COUNT; ++i) {
    if (trace) {
      trace->areas[i].offset = at;
      trace->areas[i].element_size = element[i];
      trace->areas[i].capacity = capacity[i];
      trace->areas[i].count = 0;
    }
    at += (uint64_t)element[i] * capacity[i];
    at = (at + 4095) & ~(uint64_t)4095;
  }
  return at;
}

/* The bytes that a trace of these sizes takes. */
static inline uint64_t cuttle_trace_bytes(const CuttleTraceSizes* sizes) {
  return cuttle_layout_((CuttleTraceHeader*)0, sizes);
}

/* Makes an empty trace in zeroed memory of cuttle_trace_bytes(), with bounds that suit most. */
static inline void cuttle_trace_init(CuttleTraceHeader* trace, const CuttleTraceSizes* sizes) {
  trace->total_size = cuttle_layout_(trace, sizes);
  trace->version = CUTTLE_TRACE_VERSION;
  trace->header_size = sizeof(CuttleTraceHeader);
  trace->generation = 1;
  trace->site_count = 1;
  trace->areas[CUTTLE_AREA_STRINGS].count = 1;
  trace->areas[CUTTLE_AREA_VARIABLES].count = 1;
  trace->areas[CUTTLE_AREA_NODES].count = 1;
  trace->areas[CUTTLE_AREA_TABLES].count = 1;
  trace->areas[CUTTLE_AREA_BLOBS].count = sizeof(CuttleBlob);
  trace->limits.choices = sizes->records; /* until the engine says less */
  trace->limits.expression_depth = 10000;
  trace->limits.object_bytes = 4096;
  trace->limits.new_nodes = 2u << 20;
  __atomic_store_n(&trace->magic, CUTTLE_TRACE_MAGIC, __ATOMIC_RELEASE);
}

/* What the engine does before each run: forget the last one. Coverage bytes stay: what is new is
 * seen by comparing with a copy. */
static inline void cuttle_trace_begin_run(CuttleTraceHeader* trace) {
  trace->run++;
  trace->truncated = 0;
  trace->choices_total = 0;
  trace->nodes_refused = 0;
  trace->areas[CUTTLE_AREA_RECORDS].count = 0;
  trace->areas[CUTTLE_AREA_READS].count = 0;
  trace->areas[CUTTLE_AREA_LIMITATIONS].count = 0;
  trace->areas[CUTTLE_AREA_THREADS].count = 0;
  trace->areas[CUTTLE_AREA_BLOBS].count = sizeof(CuttleBlob);
  trace->areas[CUTTLE_AREA_SCHEDULE].count = 0;
  trace->outcome.kind = CUTTLE_OUTCOME_NONE;
  trace->outcome.bug = CUTTLE_BUG_NONE;
  trace->outcome.signal = trace->outcome.exit_code = trace->outcome.site = 0;
  trace->outcome.frame_count = trace->outcome.images_end = trace->outcome.line = 0;
  trace->outcome.fault_address = 0;
  trace->outcome.message[0] = trace->outcome.file[0] = 0;
}

/* Empties the arena: nodes, tables and variables get new ids from here on. Only between runs.
 * Strings stay (modules and sources use them). */
static inline void cuttle_trace_reset_arena(CuttleTraceHeader* trace) {
  uint32_t* nodes = (uint32_t*)cuttle_area(trace, CUTTLE_AREA_NODE_BUCKETS);
  uint32_t* variables = (uint32_t*)cuttle_area(trace, CUTTLE_AREA_VARIABLE_BUCKETS);
  uint32_t* tables = (uint32_t*)cuttle_area(trace, CUTTLE_AREA_TABLE_BUCKETS);
  uint32_t i;
  for (i = 0; i < trace->areas[CUTTLE_AREA_NODE_BUCKETS].capacity; ++i) nodes[i] = 0;
  for (i = 0; i < trace->areas[CUTTLE_AREA_TABLE_BUCKETS].capacity; ++i) tables[i] = 0;
  for (i = 0; i < trace->areas[CUTTLE_AREA_VARIABLE_BUCKETS].capacity; ++i) variables[i] = 0;
  trace->areas[CUTTLE_AREA_NODES].count = 1;
  trace->areas[CUTTLE_AREA_VARIABLES].count = 1;
  trace->areas[CUTTLE_AREA_TABLES].count = 1;
  trace->areas[CUTTLE_AREA_TABLE_ELEMENTS].count = 0;
  trace->generation++;
}

static inline const char* cuttle_string(CuttleTraceHeader* trace, uint32_t offset) {
  return (const char*)cuttle_area(trace, CUTTLE_AREA_STRINGS) + offset;
}

/* Appends a string of at most 4095 bytes (longer ones are cut); 0 when the area is full. */
static inline uint32_t cuttle_add_string(CuttleTraceHeader* trace, const char* text) {
  CuttleArea* area = &trace->areas[CUTTLE_AREA_STRINGS];
  char* strings = (char*)cuttle_area(trace, CUTTLE_AREA_STRINGS);
  uint32_t at = area->count, size = 0, i;
  while (size < 4095 && text[size]) ++size;
  if (size == 0 || area->capacity - at < size + 1) return 0;
  for (i = 0; i < size; ++i) strings[at + i] = text[i];
  strings[at + size] = 0;
  __atomic_store_n(&area->count, at + size + 1, __ATOMIC_RELEASE);
  return at;
}

/* Appends a blob; 0 when the area is full. */
static inline uint32_t cuttle_add_blob(CuttleTraceHeader* trace, uint32_t kind, const void* bytes,
                                       uint32_t size) {
  CuttleArea* area = &trace->areas[CUTTLE_AREA_BLOBS];
  char* blobs = (char*)cuttle_area(trace, CUTTLE_AREA_BLOBS);
  const uint32_t at = (area->count + 7u) & ~7u;
  CuttleBlob* blob = (CuttleBlob*)(void*)(blobs + at);
  uint32_t i;
  if (at > area->capacity || area->capacity - at < sizeof(CuttleBlob) ||
      area->capacity - at - sizeof(CuttleBlob) < size)
    return 0;
  blob->kind = kind;
  blob->size = size;
  for (i = 0; i < size; ++i) blobs[at + sizeof(CuttleBlob) + i] = ((const char*)bytes)[i];
  __atomic_store_n(&area->count, (uint32_t)(at + sizeof(CuttleBlob) + size), __ATOMIC_RELEASE);
  return at;
}

/* The name of the `child`-th thread (from 1) that the thread called `parent` made; 0 when there is
 * no room for it. Each step of the creation path is written in octal digits, four bits each, of
 * which all but the last have the highest bit set: the ninth child of the second child of the first
 * thread is 2, 1|8, 1 = 0x291. */
static inline uint32_t cuttle_thread_name(uint32_t parent, uint32_t child) {
  uint32_t digits = 1, name = parent, i;
  while (digits < 11 && child >> (3 * digits)) ++digits;
  for (i = digits; i-- > 0;) {
    if (name >> 28) return 0;
    name = name << 4 | (child >> (3 * i) & 7u) | (i ? 8u : 0u);
  }
  return child ? name : 0;
}

/* Which bucket a node is in: the hash modulo the number of buckets. */
static inline uint32_t cuttle_node_hash(const CuttleNode* n) {
  uint64_t h = ((uint64_t)n->op << 16 | n->width) * 0x9e3779b97f4a7c15ull;
  h = (h ^ n->a) * 0xff51afd7ed558ccdull;
  h = (h ^ (h >> 32) ^ n->b) * 0xc4ceb9fe1a85ec53ull;
  h = (h ^ (h >> 32) ^ n->c) * 0x9e3779b97f4a7c15ull;
  if (n->op == CUTTLE_OP_CONSTANT) h = (h ^ (h >> 32) ^ n->value) * 0xff51afd7ed558ccdull;
  return (uint32_t)(h >> 32);
}

static inline uint32_t cuttle_table_hash(const uint32_t* elements, uint32_t count) {
  uint64_t h = count;
  uint32_t i;
  for (i = 0; i < count; ++i) h = (h ^ (h >> 32) ^ elements[i]) * 0x9e3779b97f4a7c15ull;
  return (uint32_t)(h >> 32);
}

static inline int cuttle_same_string_(const char* a, const char* b) {
  uint32_t i = 0;
  while (i < 4095 && a[i] && a[i] == b[i]) ++i;
  return i == 4095 || a[i] == b[i];
}

static inline uint32_t cuttle_variable_hash(const char* name, uint32_t index, uint32_t occurrence,
                                            uint32_t width) {
  uint64_t h = 0xcbf29ce484222325ull;
  uint32_t i;
  for (i = 0; i < 4095 && name[i]; ++i) h = (h ^ (unsigned char)name[i]) * 0x100000001b3ull;
  h = (h ^ index) * 0x9e3779b97f4a7c15ull;
  h = (h ^ (h >> 29) ^ occurrence) * 0x9e3779b97f4a7c15ull;
  h = (h ^ (h >> 29) ^ width) * 0x9e3779b97f4a7c15ull;
  return (uint32_t)(h >> 32);
}

/* The variable of that identity; made when there is none. 0 when the areas are full. `type` is only
 * for people and does not belong to the identity. One writer at a time. */
static inline uint32_t cuttle_intern_variable(CuttleTraceHeader* trace, const char* name,
                                              uint32_t index, uint32_t occurrence, uint32_t width,
                                              const char* type) {
  CuttleArea* area = &trace->areas[CUTTLE_AREA_VARIABLES];
  CuttleVariable* variables = (CuttleVariable*)cuttle_area(trace, CUTTLE_AREA_VARIABLES);
  uint32_t* buckets = (uint32_t*)cuttle_area(trace, CUTTLE_AREA_VARIABLE_BUCKETS);
  const uint32_t hash = cuttle_variable_hash(name, index, occurrence, width);
  uint32_t* bucket = &buckets[hash & (trace->areas[CUTTLE_AREA_VARIABLE_BUCKETS].capacity - 1)];
  uint32_t v = *bucket, last_name = 0;
  CuttleVariable* made;
  for (; v; v = variables[v].next) {
    if (variables[v].hash == hash && variables[v].index == index && variables[v].width == width &&
        variables[v].occurrence == occurrence &&
        cuttle_same_string_(cuttle_string(trace, variables[v].name), name))
      return v;
  }
  v = area->count;
  if (v >= area->capacity) return 0;
  made = &variables[v];
  /* Elements of an array come one after the other: share their name and type. */
  if (v > 1 && cuttle_same_string_(cuttle_string(trace, variables[v - 1].name), name))
    last_name = variables[v - 1].name;
  made->name = last_name ? last_name : cuttle_add_string(trace, name);
  if (!made->name && name[0]) return 0;
  made->type = last_name && cuttle_same_string_(cuttle_string(trace, variables[v - 1].type), type)
                   ? variables[v - 1].type
                   : cuttle_add_string(trace, type);
  made->index = index;
  made->occurrence = occurrence;
  made->width = width;
  made->node = 0;
  made->hash = hash;
  made->value = 0;
  made->value_run = 0;
  made->blob = 0;
  made->next = *bucket;
  __atomic_store_n(&area->count, v + 1, __ATOMIC_RELEASE);
  __atomic_store_n(bucket, v, __ATOMIC_RELEASE);
  return v;
}

#ifdef __cplusplus
}
#endif
