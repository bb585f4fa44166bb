/* SPDX-License-Identifier: Apache-2.0 */

/* Inputs of any type in the instrumented program. */

#include <string.h>

#include "languages/c/runtime/core/server.h"
#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/inputs/graph_pointers.h"

static void replace(void* at, uint64_t value) {
  CuttleArea* reads;
  const uint32_t id = __cuttle_load(at, sizeof(value));
  memcpy(at, &value, sizeof(value));
  if (!cuttle_rt.trace || !cuttle_enter()) return;
  reads = &cuttle_rt.trace->areas[CUTTLE_AREA_READS];
  if (reads->count)
    ((CuttleRead*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_READS))[reads->count - 1].value = value;
  if (id) cuttle_rt.nodes[id].value = value;
  cuttle_leave();
}

/* Input pointers of this run, and where their records are. A pointer that has to change rather
 * leads to an object of its own than to one that is there: so structures grow at once, and not by
 * trying each of their objects first. */
#define MAX_POINTERS 1024u
static struct {
  uint32_t run, read;
  uint64_t first;
} pointers[MAX_POINTERS];
static uint32_t pointer_count;

static void note_pointer(uint64_t first) {
  const CuttleTraceHeader* trace = cuttle_rt.trace;
  if (!trace || !trace->areas[CUTTLE_AREA_READS].count) return;
  if (pointer_count && pointers[0].run != trace->run) pointer_count = 0;
  if (pointer_count == MAX_POINTERS) return;
  pointers[pointer_count].run = trace->run;
  pointers[pointer_count].read = trace->areas[CUTTLE_AREA_READS].count - 1;
  pointers[pointer_count].first = first;
  pointer_count++;
}

static void prefer_new_objects(const CuttleBounds* bounds) {
  CuttleRead* reads;
  uint32_t i;
  if (!cuttle_rt.trace) return;
  reads = (CuttleRead*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_READS);
  for (i = 0; i < pointer_count && pointers[i].run == cuttle_rt.trace->run; ++i)
    reads[pointers[i].read].preferred = cuttle_graph_untouched(pointers[i].first, bounds);
}

static void pointer(void* at, uint64_t object, uint64_t first, const CuttleType* type,
                    const CuttleBounds* bounds) {
  note_pointer(first);
  cuttle_pointers_domain(__cuttle_load(at, 8), object, first, type, bounds);
}

/* Bits of one byte of the record at a time. */
static void insert(void* record, uint32_t first_bit, uint32_t bits, uint64_t* value) {
  const uint32_t id = __cuttle_load(value, sizeof(*value));
  uint32_t done = 0;
  while (done < bits) {
    uint8_t* byte = (uint8_t*)record + (first_bit + done) / 8;
    const uint32_t shift = (first_bit + done) % 8;
    const uint32_t part = bits - done < 8 - shift ? bits - done : 8 - shift;
    const uint32_t mask = ((1u << part) - 1) << shift;
    const uint32_t old = __cuttle_load(byte, 1);
    const uint32_t new_bits = id ? __cuttle_extract(id, done, part) : 0;
    const uint64_t low_value = *byte & ((1u << shift) - 1), high_value = *byte >> (shift + part);
    const uint32_t low = old && shift ? __cuttle_extract(old, 0, shift) : 0;
    const uint32_t high =
        old && shift + part < 8 ? __cuttle_extract(old, shift + part, 8 - shift - part) : 0;
    const uint64_t new_value = *value >> done & ((1u << part) - 1);
    uint32_t joined = new_bits;
    if (shift) joined = __cuttle_concat(joined, part, new_value, low, shift, low_value);
    if (shift + part < 8)
      joined = __cuttle_concat(high, 8 - shift - part, high_value, joined, shift + part,
                               low_value | new_value << shift);
    *byte = (uint8_t)((*byte & ~mask) | new_value << shift);
    __cuttle_store(byte, 1, joined);
    done += part;
  }
  __cuttle_clear(value, sizeof(*value));
}

static void function(void* at, void (*stub)(void)) {
  uint32_t id = __cuttle_load(at, 1);
  const uint64_t stub_value = (uint64_t)stub, value = *(const uint8_t*)at ? stub_value : 0;
  memcpy(at, &value, sizeof(value));
  if (id && cuttle_enter()) {
    id = cuttle_make_ite(cuttle_make_extract(id, 0, 1), cuttle_constant_node(64, stub_value),
                         cuttle_constant_node(64, 0));
    cuttle_leave();
  }
  __cuttle_store(at, sizeof(value), id);
}

static void cut(const char* what) {
  cuttle_event(CUTTLE_REASON_LENGTH, __cuttle_thread.site, what);
}

static const CuttleGraphUser user = {cuttle_provide,         replace, pointer, insert, function,
                                     cuttle_pointers_object, cut};

void __cuttle_input_typed(void* at, const CuttleType* type, const char* name,
                          const CuttleBounds* bounds) {
  __cuttle_thread.callee = NULL;
  cuttle_start(CUTTLE_START_FIRST_INPUT);
  cuttle_graph_read(at, type, 1, 0, name, bounds, &user);
  prefer_new_objects(bounds);
}

void __cuttle_input_typed_array(void* at, const CuttleType* type, size_t count, const char* name,
                                const CuttleBounds* bounds) {
  uint32_t ids[3];
  cuttle_take_arguments((const void*)__cuttle_input_typed_array, ids, 3);
  cuttle_start(CUTTLE_START_FIRST_INPUT);
  __cuttle_concretise(ids[2], count, __cuttle_thread.site, CUTTLE_REASON_SYMBOLIC_SIZE);
  cuttle_graph_read(at, type, count, 1, name, bounds, &user);
  prefer_new_objects(bounds);
}

/* One choice per length, so that the engine tries them all, the short ones first. */
static void choose_length(uint32_t id, uint64_t length, uint64_t most) {
  const uint32_t site = __cuttle_thread.site;
  const uint32_t width = cuttle_get(id)->width;
  uint64_t i;
  if (!id || !cuttle_rt.active || !cuttle_enter()) return;
  cuttle_record_choice(CUTTLE_CHOICE_ASSUME,
                       cuttle_make_binary(CUTTLE_OP_ULE, id, cuttle_constant_node(width, most)),
                       site, 1, 1, 0);
  for (i = 0; i <= length && i < most; ++i)
    cuttle_record_choice(CUTTLE_CHOICE_ENVIRONMENT,
                         cuttle_make_binary(CUTTLE_OP_EQ, id, cuttle_constant_node(width, i)), site,
                         i == length, i == length, 0);
  cuttle_leave();
}

/* A length that is an input becomes part of the path. */
static void decide_length(uint32_t id, uint64_t length, const CuttleBounds* bounds) {
  if (!id) return;
  if (length > bounds->elements) cuttle_reject_exit(__cuttle_thread.site);
  choose_length(id, length, bounds->elements);
  if (length == bounds->elements) cut("longer arrays");
}

void __cuttle_input_buffer(void** at, const CuttleType* type, size_t count, const char* name,
                           const CuttleBounds* bounds) {
  uint32_t ids[3];
  cuttle_take_arguments((const void*)__cuttle_input_buffer, ids, 3);
  cuttle_start(CUTTLE_START_FIRST_INPUT);
  decide_length(ids[2], count, bounds);
  *at = cuttle_graph_buffer(type, count, name, bounds, &user);
  __cuttle_clear(at, sizeof(*at));
  prefer_new_objects(bounds);
}

void __cuttle_input_rows(void*** at, const CuttleType* type, size_t count, size_t columns,
                         const char* name, const CuttleBounds* bounds) {
  uint32_t ids[4];
  cuttle_take_arguments((const void*)__cuttle_input_rows, ids, 4);
  cuttle_start(CUTTLE_START_FIRST_INPUT);
  decide_length(ids[2], count, bounds);
  decide_length(ids[3], columns, bounds);
  *at = cuttle_graph_rows(type, count, columns, name, bounds, &user);
  __cuttle_clear(at, sizeof(*at));
  prefer_new_objects(bounds);
}

void __cuttle_stub_called(void) {
  __cuttle_thread.callee = NULL;
}

void __cuttle_length_is_known(void* at, size_t size) {
  __cuttle_thread.callee = NULL;
  __cuttle_clear(at, size);
}
