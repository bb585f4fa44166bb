/* SPDX-License-Identifier: Apache-2.0 */
#include "languages/c/runtime/choices/symbolic_stores.h"

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/memory/shadow.h"

int cuttle_same_elements(const CuttleElements* a, const CuttleElements* b) {
  return a->base == b->base && a->size == b->size && a->stride == b->stride && a->count == b->count;
}

uint64_t cuttle_element_address(const CuttleElements* of, uint32_t number) {
  return of->base + (uint64_t)number * of->stride;
}

uint32_t cuttle_element(const CuttleElements* of, uint32_t number) {
  return cuttle_memory_node(cuttle_element_address(of, number), of->size);
}

uint32_t cuttle_is_element(uint32_t index, uint32_t number) {
  return cuttle_make_binary(CUTTLE_OP_EQ, index,
                            cuttle_constant_node(cuttle_get(index)->width, number));
}

/* ---- The last stores ------------------------------------------------------------------------- */

/* Only what to look for: nodes say whether a store is still to be seen, so those of earlier runs do
 * no harm. */
typedef struct Store {
  CuttleElements in;
  uint32_t index, value, generation;
} Store;

#define STORES 64u
static Store stores[STORES];
static uint32_t stored;

void cuttle_note_store(const CuttleElements* in, uint32_t index, uint32_t value) {
  Store* store = &stores[stored++ % STORES];
  store->in = *in;
  store->index = index;
  store->value = value;
  store->generation = cuttle_rt.trace->generation;
}

/* ---- Loads ----------------------------------------------------------------------------------- */

/* ITE(condition, value, other) of a result, from the outside to the inside. */
typedef struct Step {
  uint32_t condition, value;
} Step;

#define MAX_STEPS 32u
#define MAX_OTHERS 4u

typedef struct Reading {
  const CuttleElements* of;
  uint32_t index;
  uint32_t* nodes; /* 0: a step has taken care of it */
  Step steps[MAX_STEPS];
  uint32_t step_count;
} Reading;

/* What `node` was before the store, if it shows it; otherwise 0. */
static uint32_t before_store(uint32_t node, uint32_t condition, uint32_t value) {
  const CuttleNode* n = cuttle_get(node);
  if (node == value) return node;
  if (!condition) return 0;
  if (cuttle_is_constant(condition)) return cuttle_get(condition)->value ? 0 : node;
  if (n->op == CUTTLE_OP_ITE && n->a == condition && n->b == value) return n->c;
  if (n->op == CUTTLE_OP_ZEXT && n->a == condition && cuttle_is_constant(value) &&
      cuttle_get(value)->value == 1)
    return cuttle_constant_node(n->width, 0); /* how ITE(condition, 1, 0) is written */
  return 0;
}

/* The elements that do not show it were written since then; `others` gets up to MAX_OTHERS. */
static int shows(const Reading* reading, const Store* store, uint32_t* others, uint32_t* count) {
  uint32_t i, shown = 0;
  *count = 0;
  for (i = 0; i < reading->of->count; ++i) {
    if (!reading->nodes[i]) continue;
    if (before_store(reading->nodes[i], cuttle_is_element(store->index, i), store->value)) {
      ++shown;
    } else {
      if (*count == MAX_OTHERS) return 0;
      others[(*count)++] = i;
    }
  }
  return shown > *count;
}

static void add_step(Reading* reading, uint32_t condition, uint32_t value) {
  reading->steps[reading->step_count].condition = condition;
  reading->steps[reading->step_count].value = value;
  ++reading->step_count;
}

static void peel(Reading* reading, const Store* store) {
  uint32_t others[MAX_OTHERS], count, i;
  if (reading->step_count + MAX_OTHERS + 1 > MAX_STEPS ||
      2 * reading->step_count >= reading->of->count || !shows(reading, store, others, &count))
    return;
  for (i = 0; i < count; ++i) {
    add_step(reading, cuttle_is_element(reading->index, others[i]), reading->nodes[others[i]]);
    reading->nodes[others[i]] = 0;
  }
  add_step(reading, cuttle_make_binary(CUTTLE_OP_EQ, store->index, reading->index), store->value);
  for (i = 0; i < reading->of->count; ++i) {
    if (reading->nodes[i])
      reading->nodes[i] =
          before_store(reading->nodes[i], cuttle_is_element(store->index, i), store->value);
  }
}

/* What no step has taken care of. */
static uint32_t choose_among(const Reading* reading) {
  uint32_t i, some = 0, table;
  int same = 1;
  for (i = 0; i < reading->of->count && !some; ++i) some = reading->nodes[i];
  for (i = 0; i < reading->of->count; ++i) {
    if (!reading->nodes[i]) reading->nodes[i] = some;
    same &= reading->nodes[i] == some;
  }
  if (same) return some;
  table = cuttle_table(reading->nodes, reading->of->count);
  return table ? cuttle_lookup_node(table, reading->index) : 0;
}

uint32_t cuttle_read_elements(const CuttleElements* of, uint32_t index, uint32_t* nodes) {
  Reading reading;
  uint32_t i, result;
  reading.of = of;
  reading.index = index;
  reading.nodes = nodes;
  reading.step_count = 0;
  for (i = 0; i < STORES; ++i) {
    const Store* store = &stores[(stored - 1 - i) % STORES];
    if (store->index && store->generation == cuttle_rt.trace->generation &&
        cuttle_same_elements(&store->in, of))
      peel(&reading, store);
  }
  result = choose_among(&reading);
  for (i = reading.step_count; i > 0 && result; --i)
    result = cuttle_make_ite(reading.steps[i - 1].condition, reading.steps[i - 1].value, result);
  return result;
}
