/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "languages/c/runtime/core/server.h"
#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/harness.h"
#include "languages/c/runtime/inputs/sources.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/memory/shadow.h"

void cuttle_return_value(const void* function, const void* at, size_t size, uint32_t width) {
  uint32_t id = __cuttle_any_symbolic(at, size) ? __cuttle_load(at, size) : 0;
  if (id && width < 8 * size) id = __cuttle_extract(id, 0, width);
  __cuttle_clear(at, size); /* a local variable that is about to go */
  __cuttle_thread.results[0] = id;
  __cuttle_thread.results_from = id ? function : NULL;
}

static void hand_to_assume(uint32_t id) {
  __cuttle_thread.arguments[0] = id;
  __cuttle_thread.argument_count = 1;
  __cuttle_thread.callee = id ? (const void*)__cuttle_assume : NULL;
}

int cuttle_forward_condition(const void* function) {
  uint32_t id;
  cuttle_take_arguments(function, &id, 1);
  hand_to_assume(id);
  return id != 0;
}

void cuttle_pin_argument(const void* function) {
  uint32_t id;
  cuttle_take_arguments(function, &id, 1);
  if (id)
    __cuttle_concretise(id, cuttle_get(id)->value, __cuttle_thread.site, CUTTLE_REASON_CONCRETISED);
}

void cuttle_ignore_arguments(void) {
  __cuttle_thread.callee = NULL;
}

void cuttle_assume_range(const int* x, int first, int end) {
  const uint32_t id = __cuttle_load(x, sizeof(*x));
  hand_to_assume(__cuttle_binary(CUTTLE_OP_SLE, 32, 0, id, (uint32_t)first, 0));
  __cuttle_assume(first <= *x, "range", "", 0);
  hand_to_assume(__cuttle_binary(CUTTLE_OP_SLT, 32, id, 0, 0, (uint32_t)end));
  __cuttle_assume(*x < end, "range", "", 0);
}

void cuttle_assume_below(const uint64_t* x, uint64_t end) {
  const uint32_t id = __cuttle_load(x, sizeof(*x));
  hand_to_assume(__cuttle_binary(CUTTLE_OP_ULT, 64, id, 0, 0, end));
  __cuttle_assume(*x < end, "range", "", 0);
}

void cuttle_note(const char* what) {
  cuttle_ignore_arguments();
  __cuttle_limitation(CUTTLE_REASON_UNSUPPORTED, __cuttle_thread.site, what);
}

void cuttle_report_error(const char* message, const char* file, int line) {
  cuttle_bug_exit(CUTTLE_BUG_ERROR_CALL, 0, message, NULL, file, (uint32_t)line);
}

int cuttle_is_replay(void) {
  return 0;
}

/* Under the engine the size is not pinned: it is an expression, for the harness and for whoever
 * checks accesses to the data. */
uint8_t* cuttle_fuzzer_data(size_t* size, uint32_t* size_id) {
  const uint8_t* bytes;
  uint8_t* data;
  uint64_t extent;
  cuttle_start(CUTTLE_START_MAIN);
  bytes = cuttle_source_whole(size, size_id, &extent);
  if (!bytes) return cuttle_read_standard_input(size);
  if (*size_id) cuttle_announce_size(*size_id, *size);
  data = (uint8_t*)malloc(*size);
  if (cuttle_size_still_announced()) { /* another heap is linked, which knows no such sizes */
    __cuttle_concretise(*size_id, *size, 0, CUTTLE_REASON_SYMBOLIC_SIZE);
    extent = *size;
  }
  if (*size && !data) abort();
  cuttle_shadow_copy(data, bytes, extent);
  if (extent) memcpy(data, bytes, extent);
  return data;
}

void cuttle_pass_data(const void* function, uint32_t size_id) {
  __cuttle_thread.arguments[0] = 0;
  __cuttle_thread.arguments[1] = size_id;
  __cuttle_thread.argument_count = 2;
  __cuttle_thread.callee = size_id ? function : NULL;
}
