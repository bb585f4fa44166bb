/* SPDX-License-Identifier: Apache-2.0 */

/* Looking for an unknown byte in a text that is known, as in strchr("+-!", c): which place it is
 * found at is a table with an entry for each byte that it can be. So there is one path for all
 * places, where comparing with one after the other would give a path for each. */
#define _GNU_SOURCE
#include <string.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/memory/objects.h"
#include "languages/c/runtime/modelling.h"

#define MAX_TEXT 4096u

static uint32_t position_node(const uint8_t* text, uint64_t size, uint32_t byte_id) {
  uint32_t elements[256], table;
  uint64_t i;
  for (i = 0; i < 256; ++i) elements[i] = cuttle_constant_node(64, CUTTLE_NOWHERE);
  for (i = size; i-- > 0;) elements[text[i]] = cuttle_constant_node(64, i);
  for (i = 0; i < 256; ++i)
    if (!elements[i]) return 0;
  table = cuttle_table(elements, 256);
  return table ? cuttle_lookup_node(table, byte_id) : 0;
}

static int is_known(const void* text, uint64_t size) {
  CuttleObject object;
  return size && size <= MAX_TEXT && cuttle_find_object((uint64_t)text, &object) && object.live &&
         size <= object.base + object.size - (uint64_t)text && !__cuttle_any_symbolic(text, size);
}

int __cuttle_look_for(const void* text, size_t size, int byte, size_t* position) {
  const uint8_t* found;
  uint32_t ids[4], byte_id, id = 0;
  cuttle_take_arguments((const void*)__cuttle_look_for, ids, 4);
  byte_id = __cuttle_extract(ids[2], 0, 8);
  if (!byte_id || ids[0] || ids[1] || !cuttle_rt.active) return 0;
  if (size == CUTTLE_UP_TO_ZERO) size = strnlen((const char*)text, MAX_TEXT) + 1;
  if (!is_known(text, size) || !cuttle_enter()) return 0;
  id = cuttle_is_constant(byte_id) ? 0 : position_node((const uint8_t*)text, size, byte_id);
  cuttle_leave();
  if (!id || cuttle_is_constant(id)) return 0;
  found = (const uint8_t*)memchr(text, byte, size);
  *position = found ? (size_t)(found - (const uint8_t*)text) : CUTTLE_NOWHERE;
  __cuttle_store(position, sizeof(*position), id);
  return 1;
}
