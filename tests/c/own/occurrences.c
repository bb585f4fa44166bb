// SPDX-License-Identifier: Apache-2.0
// run: --sequence count,forget:5 --cflags -IHERE/../../..
//
// The table that counts inputs of one name (languages/c/runtime/inputs/input_shapes.c). The copy
// under test has names of its own, beside the one that the runtime is using.
#define cuttle_count_occurrence tested_count_occurrence
#define cuttle_forget_occurrences tested_forget_occurrences
#define cuttle_read_object tested_read_object
#define cuttle_reserve tested_reserve
#include <cuttle/cuttle.h>
#include <stdbool.h>
#include <stdlib.h>

#include "languages/c/runtime/inputs/input_shapes.c"

void* tested_reserve(uint64_t bytes) {
  return calloc(1, bytes);
}

static uint32_t short_names, long_names, wide_names;

void count(bool is_long, bool is_wide) {
  if (is_long)
    CUTTLE_assert(tested_count_occurrence("a.longer.name", 8) == ++long_names);
  else if (is_wide)
    CUTTLE_assert(tested_count_occurrence("a", 64) == ++wide_names);
  else
    CUTTLE_assert(tested_count_occurrence("a", 8) == ++short_names);
}

void forget(void) {
  static uint32_t epoch = 1;
  tested_forget_occurrences(++epoch);
  short_names = long_names = wide_names = 0;
}
// expect: exhausted
// expect: bugs == 0
