/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "languages/c/runtime/core/state.h"

static int same_node(const CuttleNode* n, const CuttleNode* m) {
  return n->op == m->op && n->width == m->width && n->a == m->a && n->b == m->b && n->c == m->c &&
         (n->op != CUTTLE_OP_CONSTANT || n->value == m->value);
}

static uint32_t find_or_append(const CuttleNode* wanted) {
  CuttleNode* nodes = cuttle_rt.nodes;
  uint32_t* bucket = &cuttle_rt.node_buckets[cuttle_node_hash(wanted) & cuttle_rt.node_bucket_mask];
  uint32_t id;
  for (id = *bucket; id; id = nodes[id].next) {
    if (!same_node(&nodes[id], wanted)) continue;
    nodes[id].value = wanted->value; /* under this run's inputs */
    nodes[id].flags = wanted->flags;
    return id;
  }
  id = cuttle_rt.node_area->count;
  if (id >= cuttle_rt.node_limit) {
    cuttle_rt.trace->nodes_refused++;
    cuttle_truncate(CUTTLE_REASON_TRACE_FULL, __cuttle_thread.site);
    return 0;
  }
  nodes[id] = *wanted;
  nodes[id].next = *bucket;
  __atomic_store_n(&cuttle_rt.node_area->count, id + 1, __ATOMIC_RELEASE);
  __atomic_store_n(bucket, id, __ATOMIC_RELEASE);
  return id;
}

uint32_t cuttle_constant_node(uint32_t width, uint64_t value) {
  CuttleNode node = {
      CUTTLE_OP_CONSTANT, 0, (uint16_t)width, 0, 0, 0, value & cuttle_mask(width), 1, 0};
  return find_or_append(&node);
}

/* Which of a, b, c are nodes. */
static uint32_t argument_nodes(const CuttleNode* n) {
  switch (n->op) {
    case CUTTLE_OP_CONSTANT:
    case CUTTLE_OP_VARIABLE:
      return 0;
    case CUTTLE_OP_EXTRACT:
    case CUTTLE_OP_LOOKUP:
    case CUTTLE_OP_FROUND:
      return 1;
    default:
      return n->c ? 3 : n->b ? 2 : 1;
  }
}

uint32_t cuttle_node(uint32_t op, uint32_t width, uint32_t a, uint32_t b, uint32_t c) {
  CuttleNode node = {(uint8_t)op, 0, (uint16_t)width, a, b, c, 0, 1, 0};
  const uint32_t arguments[3] = {a, b, c};
  const uint32_t count = argument_nodes(&node);
  uint32_t i;
  for (i = 0; i < count; ++i) {
    if (!arguments[i]) return 0; /* a bound was reached while it was made */
    if (cuttle_get(arguments[i])->depth >= node.depth)
      node.depth = cuttle_get(arguments[i])->depth + 1;
  }
  cuttle_evaluate(&node);
  return find_or_append(&node);
}

static const uint32_t* table_elements(uint32_t table, uint32_t* count) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  const CuttleTable* t = (const CuttleTable*)cuttle_area(trace, CUTTLE_AREA_TABLES) + table;
  *count = t->count;
  return (const uint32_t*)cuttle_area(trace, CUTTLE_AREA_TABLE_ELEMENTS) + t->first;
}

uint32_t cuttle_table(const uint32_t* elements, uint32_t count) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  CuttleTable* tables = (CuttleTable*)cuttle_area(trace, CUTTLE_AREA_TABLES);
  uint32_t* storage = (uint32_t*)cuttle_area(trace, CUTTLE_AREA_TABLE_ELEMENTS);
  uint32_t* buckets = (uint32_t*)cuttle_area(trace, CUTTLE_AREA_TABLE_BUCKETS);
  CuttleArea* table_area = &trace->areas[CUTTLE_AREA_TABLES];
  CuttleArea* element_area = &trace->areas[CUTTLE_AREA_TABLE_ELEMENTS];
  const uint32_t made = table_area->count, first = element_area->count;
  const uint32_t hash = cuttle_table_hash(elements, count);
  uint32_t* bucket = &buckets[hash & (trace->areas[CUTTLE_AREA_TABLE_BUCKETS].capacity - 1)];
  uint32_t i;
  for (i = *bucket; i; i = tables[i].next) {
    if (tables[i].hash == hash && tables[i].count == count &&
        !memcmp(storage + tables[i].first, elements, count * sizeof(uint32_t)))
      return i;
  }
  if (made >= table_area->capacity || count > element_area->capacity - first) {
    cuttle_event(CUTTLE_REASON_TRACE_FULL, __cuttle_thread.site, "look-up tables");
    return 0;
  }
  memcpy(storage + first, elements, count * sizeof(uint32_t));
  __atomic_store_n(&element_area->count, first + count, __ATOMIC_RELEASE);
  tables[made].first = first;
  tables[made].count = count;
  tables[made].hash = hash;
  tables[made].next = *bucket;
  __atomic_store_n(&table_area->count, made + 1, __ATOMIC_RELEASE);
  __atomic_store_n(bucket, made, __ATOMIC_RELEASE);
  return made;
}

uint32_t cuttle_lookup_node(uint32_t table, uint32_t index) {
  uint32_t count, i, depth = cuttle_get(index)->depth;
  const uint32_t* elements = table_elements(table, &count);
  CuttleNode node = {CUTTLE_OP_LOOKUP, 0, cuttle_get(elements[0])->width, index, table, 0, 0, 0, 0};
  for (i = 0; i < count; ++i)
    if (cuttle_get(elements[i])->depth > depth) depth = cuttle_get(elements[i])->depth;
  node.depth = depth + 1;
  cuttle_evaluate(&node);
  return find_or_append(&node);
}
