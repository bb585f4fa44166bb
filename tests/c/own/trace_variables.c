// SPDX-License-Identifier: Apache-2.0
// The hash table of variables in a trace (engine/trace/layout.h), with room for three variables and
// few characters: the same identity has the same number, and what does not fit is refused.
// run: --sequence intern:5 --cflags -IHERE/../../..
#include <cuttle/cuttle.h>
#include <stdbool.h>
#include <string.h>

#include "engine/trace/layout.h"

enum { IDENTITIES = 4, ROOM = 3 };
static const struct {
  const char* name;
  uint32_t index, occurrence, width;
} identities[IDENTITIES] = {
    {"ab", CUTTLE_NO_INDEX, 1, 32}, {"ab", 0, 1, 32}, {"c", 7, 2, 8}, {"longer", 7, 1, 64}};

static CuttleTraceHeader* trace(void) {
  static CuttleTraceHeader* made;
  if (!made) {
    const CuttleTraceSizes sizes = {.strings = 10, .variables = ROOM + 1};
    made = calloc(1, cuttle_trace_bytes(&sizes));
    cuttle_trace_init(made, &sizes);
  }
  return made;
}

static uint32_t numbers[IDENTITIES];

static void check(uint32_t number, int which) {
  const CuttleVariable* v =
      (const CuttleVariable*)cuttle_area(trace(), CUTTLE_AREA_VARIABLES) + number;
  CUTTLE_assert(number <= ROOM);
  CUTTLE_assert(!strcmp(cuttle_string(trace(), v->name), identities[which].name));
  CUTTLE_assert(v->index == identities[which].index && v->width == identities[which].width);
  CUTTLE_assert(v->occurrence == identities[which].occurrence);
}

static void intern_one(int which) {
  const uint32_t before = cuttle_area_count(trace(), CUTTLE_AREA_VARIABLES);
  const uint32_t number =
      cuttle_intern_variable(trace(), identities[which].name, identities[which].index,
                             identities[which].occurrence, identities[which].width, "");
  const uint32_t after = cuttle_area_count(trace(), CUTTLE_AREA_VARIABLES);
  if (numbers[which]) CUTTLE_assert(number == numbers[which]);
  for (int i = 0; i < IDENTITIES; i++) CUTTLE_assert(i == which || !number || number != numbers[i]);
  CUTTLE_assert(after == before + (number != 0 && !numbers[which]));
  numbers[which] = number;
  for (int i = 0; i < IDENTITIES; i++)
    if (numbers[i]) check(numbers[i], i);
}

void intern(unsigned char which) {
  switch (which) {
    case 0:
      intern_one(0);
      break;
    case 1:
      intern_one(1);
      break;
    case 2:
      intern_one(2);
      break;
    case 3:
      intern_one(3);
      break;
    default:
      CUTTLE_assume(0);
  }
}
// expect: exhausted
// expect: bugs == 0
