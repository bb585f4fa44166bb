/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "languages/c/runtime/server.h"
#include "languages/c/runtime/state.h"

void cuttle_take_arguments(const void* function, uint32_t* ids, uint32_t count) {
  CuttleThread* thread = &__cuttle_thread;
  const int ours = thread->callee == function;
  uint32_t i;
  thread->callee = NULL;
  for (i = 0; i < count; ++i)
    ids[i] = ours && i < thread->argument_count ? thread->arguments[i] : 0;
}

static void append_read(uint32_t variable, uint64_t value) {
  CuttleArea* area = &cuttle_rt.trace->areas[CUTTLE_AREA_READS];
  CuttleRead* read = (CuttleRead*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_READS) + area->count;
  read->variable = variable;
  read->site = __cuttle_thread.site;
  read->value = value;
  __atomic_store_n(&area->count, area->count + 1, __ATOMIC_RELEASE);
}

static uint32_t variable_node(uint32_t variable, uint64_t value, uint32_t width) {
  CuttleVariable* v =
      (CuttleVariable*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_VARIABLES) + variable;
  uint32_t id;
  if (!v->node) v->node = cuttle_node(CUTTLE_OP_VARIABLE, width, variable, 0, 0);
  id = v->node;
  if (id) cuttle_rt.nodes[id].value = value;
  return id;
}

/* Also when symbolic execution is over for this run: the test's values still count. */
uint32_t cuttle_new_input(const char* name, uint32_t index, uint32_t occurrence, uint32_t width,
                          const char* type, uint64_t* value) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  CuttleVariable* v;
  uint32_t variable, id = 0;
  *value = 0;
  if (!trace || !cuttle_enter()) return 0;
  variable = cuttle_intern_variable(trace, name, index, occurrence, width, type);
  if (!variable ||
      trace->areas[CUTTLE_AREA_READS].count >= trace->areas[CUTTLE_AREA_READS].capacity) {
    cuttle_event(CUTTLE_REASON_TRACE_FULL, __cuttle_thread.site, "inputs");
    trace->truncated = 1;
  } else {
    v = (CuttleVariable*)cuttle_area(trace, CUTTLE_AREA_VARIABLES) + variable;
    if (v->value_run == trace->run) *value = v->value & cuttle_mask(width);
    append_read(variable, *value);
    if (cuttle_rt.active) id = variable_node(variable, *value, width);
  }
  cuttle_leave();
  return id;
}

/* Counts per (name, width); private, so that a new run starts from nothing. */
#define SLOTS (1u << 16)
static struct {
  uint64_t key;
  uint32_t epoch;
  uint32_t count;
} occurrences[SLOTS];

uint32_t cuttle_next_occurrence(const char* name, uint32_t width) {
  const uint64_t key = (uint64_t)cuttle_variable_hash(name, 0, 0, width) << 32 |
                       cuttle_variable_hash(name, 1, 1, width);
  uint32_t i, count = 1;
  if (!cuttle_enter()) return 1;
  for (i = 0; i < SLOTS; ++i) {
    const uint32_t slot = (uint32_t)(key + i) % SLOTS;
    if (occurrences[slot].epoch != cuttle_rt.epoch) {
      occurrences[slot].key = key;
      occurrences[slot].epoch = cuttle_rt.epoch;
      occurrences[slot].count = 0;
    }
    if (occurrences[slot].key != key) continue;
    count = ++occurrences[slot].count;
    break;
  }
  cuttle_leave();
  return count;
}

static int is_bool(const char* type) {
  return !strcmp(type, "bool") || !strcmp(type, "_Bool");
}

/* One input of up to 8 bytes at `at`. */
static void input_scalar(uint8_t* at, uint32_t size, const char* name, uint32_t index,
                         uint32_t occurrence, const char* type) {
  const uint32_t width = is_bool(type) ? 1 : 8 * size;
  uint64_t value;
  uint32_t id = cuttle_new_input(name, index, occurrence, width, type, &value);
  memcpy(at, &value, size);
  if (id && width == 1) id = __cuttle_cast(CUTTLE_OP_ZEXT, 1, 8 * size, id);
  __cuttle_store(at, size, id);
}

static int is_scalar(size_t size, const char* type) {
  return type[0] && (size == 1 || size == 2 || size == 4 || size == 8);
}

static void input_bytes(uint8_t* at, size_t count, const char* name) {
  const uint32_t occurrence = cuttle_next_occurrence(name, 8);
  size_t i;
  for (i = 0; i < count; ++i)
    input_scalar(at + i, 1, name, (uint32_t)i, occurrence, "unsigned char");
}

void __cuttle_input(void* at, size_t size, const char* name, const char* type) {
  __cuttle_thread.callee = NULL;
  cuttle_start(CUTTLE_START_FIRST_INPUT);
  if (is_scalar(size, type)) {
    const uint32_t width = is_bool(type) ? 1 : 8 * (uint32_t)size;
    input_scalar((uint8_t*)at, (uint32_t)size, name, CUTTLE_NO_INDEX,
                 cuttle_next_occurrence(name, width), type);
  } else {
    input_bytes((uint8_t*)at, size, name);
  }
}

void __cuttle_input_array(void* at, size_t element_size, size_t count, const char* name,
                          const char* type) {
  uint32_t ids[3], occurrence, width;
  size_t i;
  cuttle_take_arguments((const void*)__cuttle_input_array, ids, 3);
  cuttle_start(CUTTLE_START_FIRST_INPUT);
  __cuttle_concretise(ids[2], count, __cuttle_thread.site, CUTTLE_REASON_SYMBOLIC_SIZE);
  if (!is_scalar(element_size, type)) {
    input_bytes((uint8_t*)at, element_size * count, name);
    return;
  }
  width = is_bool(type) ? 1 : 8 * (uint32_t)element_size;
  occurrence = cuttle_next_occurrence(name, width);
  for (i = 0; i < count; ++i)
    input_scalar((uint8_t*)at + i * element_size, (uint32_t)element_size, name, (uint32_t)i,
                 occurrence, type);
}
