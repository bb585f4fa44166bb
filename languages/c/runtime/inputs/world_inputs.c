/* SPDX-License-Identifier: Apache-2.0 */

/* Time and random numbers as inputs (CUTTLE_SOURCE_TIME, CUTTLE_SOURCE_RANDOM). */

#define _GNU_SOURCE
#include "languages/c/runtime/inputs/world_inputs.h"

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/world/world.h"

#define LATEST 17179869183ull /* seconds, in the year 2514: with nanoseconds it fits 64 bits */

static uint32_t time_id; /* of the time at the start */
static uint32_t random_max;

static void decide_time(void) {
  uint64_t start;
  uint32_t fits;
  time_id = cuttle_new_input("time", CUTTLE_NO_INDEX, 1, 64, "time_t", &start);
  fits = time_id ? __cuttle_binary(CUTTLE_OP_ULE, 64, time_id, 0, 0, LATEST) : 0;
  if (fits && cuttle_rt.active && cuttle_enter()) {
    cuttle_record_choice(CUTTLE_CHOICE_ASSUME, fits, 0, start <= LATEST, start <= LATEST, 0);
    cuttle_leave();
  }
  if (start > LATEST) cuttle_reject_exit(0);
  cuttle_world_begin_at(start);
}

static int choose_byte(uint64_t index, uint8_t* to) {
  uint64_t value;
  uint32_t id;
  if (index >= random_max) return 0;
  id = cuttle_new_input("random", (uint32_t)index, 1, 8, "unsigned char", &value);
  *to = (uint8_t)value;
  __cuttle_store(to, 1, id);
  return 1;
}

void cuttle_begin_world_inputs(void) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  const CuttleSource* sources = (const CuttleSource*)cuttle_area(trace, CUTTLE_AREA_SOURCES);
  uint32_t i;
  for (i = 0; i < trace->areas[CUTTLE_AREA_SOURCES].count; ++i) {
    if (sources[i].kind == CUTTLE_SOURCE_TIME) decide_time();
    if (sources[i].kind != CUTTLE_SOURCE_RANDOM) continue;
    random_max = sources[i].max;
    cuttle_world_choose = choose_byte;
  }
}

uint32_t cuttle_time_expression(uint64_t seconds) {
  const uint64_t start = cuttle_world_start_time();
  if (!time_id || !cuttle_rt.active) return 0;
  return __cuttle_binary(CUTTLE_OP_ADD, 64, time_id, 0, start, seconds - start);
}
