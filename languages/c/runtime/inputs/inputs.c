/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "languages/c/runtime/core/server.h"
#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/inputs/input_shapes.h"

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
  read->preferred = 0;
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

void cuttle_provide(void* at, uint32_t size, const char* name, uint32_t index, uint32_t occurrence,
                    uint32_t width, const char* type) {
  uint64_t value;
  uint32_t id = cuttle_new_input(name, index, occurrence, width, type, &value);
  memcpy(at, &value, size);
  if (id && width < 8 * size) id = __cuttle_cast(CUTTLE_OP_ZEXT, width, 8 * size, id);
  __cuttle_store(at, size, id);
}

void __cuttle_input(void* at, size_t size, const char* name, const char* type) {
  __cuttle_thread.callee = NULL;
  cuttle_start(CUTTLE_START_FIRST_INPUT);
  cuttle_read_object(at, size, 1, 0, name, type, cuttle_provide);
}

void __cuttle_input_array(void* at, size_t element_size, size_t count, const char* name,
                          const char* type) {
  uint32_t ids[3];
  cuttle_take_arguments((const void*)__cuttle_input_array, ids, 3);
  cuttle_start(CUTTLE_START_FIRST_INPUT);
  __cuttle_concretise(ids[2], count, __cuttle_thread.site, CUTTLE_REASON_SYMBOLIC_SIZE);
  cuttle_read_object(at, element_size, count, 1, name, type, cuttle_provide);
}
