/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "languages/c/runtime/core/state.h"

void __cuttle_variadic(CuttleVariadic* kept, uint32_t first) {
  const CuttleThread* thread = &__cuttle_thread;
  const uint32_t count =
      thread->argument_count < CUTTLE_MAX_ARGUMENTS ? thread->argument_count : CUTTLE_MAX_ARGUMENTS;
  kept->count = count;
  kept->first = first;
  memcpy(kept->ids, thread->arguments, count * sizeof(kept->ids[0]));
  memcpy(kept->places, thread->places, count * sizeof(kept->places[0]));
}

static void lost(void) {
  __cuttle_limitation(CUTTLE_REASON_UNSUPPORTED, __cuttle_thread.site, "variable argument");
}

#if defined(__x86_64__)

/* A va_list of the System V ABI. */
typedef struct {
  uint32_t gp_offset, fp_offset;
  char* overflow_area;
  char* register_area;
} List;

#define REGISTER_AREA 176u /* 6 general registers, 8 of floats and vectors */

void __cuttle_va_start(void* at, const CuttleVariadic* kept) {
  const List* list = (const List*)at;
  uint32_t i;
  if (!cuttle_rt.active) return;
  /* Written by the entry of the function, which is not instrumented. */
  __cuttle_clear(list->register_area, REGISTER_AREA);
  for (i = kept->first; i < kept->count; ++i) {
    const uint32_t id = kept->ids[i], place = kept->places[i];
    char* where = place < CUTTLE_PLACE_STACK ? list->register_area + place
                                             : list->overflow_area + (place - CUTTLE_PLACE_STACK);
    if (place == CUTTLE_PLACE_NONE) {
      if (id) lost();
      continue;
    }
    if (id)
      __cuttle_store(where, (cuttle_get(id)->width + 7) / 8, id);
    else if (place >= CUTTLE_PLACE_STACK)
      __cuttle_clear(where, 8);
  }
}

#else

void __cuttle_va_start(void* at, const CuttleVariadic* kept) {
  uint32_t i;
  (void)at;
  for (i = kept->first; i < kept->count; ++i)
    if (kept->ids[i]) lost();
}

#endif
