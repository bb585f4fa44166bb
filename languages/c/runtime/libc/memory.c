/* SPDX-License-Identifier: Apache-2.0 */

/* Moving many bytes: the shadow side of memcpy and its kin, and the models of those functions. */

#include <string.h>

#include "languages/c/runtime/choices/symbolic_size.h"
#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/memory/objects.h"
#include "languages/c/runtime/memory/shadow.h"
#include "languages/c/runtime/modelling.h"

#define BLOCK 64u

static void pin(uint32_t id, const void* address, uint32_t site) {
  __cuttle_concretise(id, (uint64_t)address, site, CUTTLE_REASON_SYMBOLIC_ADDRESS);
}

static void copy_block(uint64_t to, uint64_t from, uint32_t size) {
  uint32_t entries[BLOCK], i, any = 0;
  for (i = 0; i < size; ++i) any |= entries[i] = cuttle_shadow_get(from + i);
  cuttle_shadow_set(to, size, any ? entries : NULL);
}

void cuttle_shadow_copy(void* target, const void* source, uint64_t size) {
  const uint64_t to = (uint64_t)target, from = (uint64_t)source;
  uint64_t done;
  if (to == from || !cuttle_rt.active) return;
  if (!__cuttle_any_symbolic((const void*)from, size)) {
    cuttle_shadow_set(to, size, NULL);
  } else if (to < from) {
    for (done = 0; done < size; done += BLOCK)
      copy_block(to + done, from + done, (uint32_t)(size - done < BLOCK ? size - done : BLOCK));
  } else {
    for (done = size; done;) {
      const uint32_t step = done % BLOCK ? (uint32_t)(done % BLOCK) : BLOCK;
      done -= step;
      copy_block(to + done, from + done, step);
    }
  }
}

void __cuttle_memory_copy(void* to, const void* from, uint64_t size, uint32_t to_id,
                          uint32_t from_id, uint32_t size_id, uint32_t site) {
  if (to_id) pin(to_id, to, site);
  if (from_id) pin(from_id, from, site);
  cuttle_check_size(from, size, size_id, site);
  cuttle_check_size(to, size, size_id, site);
  cuttle_check_sized_range(from, size, size_id, site);
  cuttle_check_sized_range(to, size, size_id, site);
  if (size_id) {
    if (cuttle_copy_symbolic_size(to, from, size_id, site)) return;
    cuttle_pin_size(from, to, size, size_id, site);
  }
  cuttle_shadow_copy(to, from, size);
}

void __cuttle_memory_set(void* to, uint8_t byte, uint64_t size, uint32_t to_id, uint32_t byte_id,
                         uint32_t size_id, uint32_t site) {
  uint64_t i;
  if (to_id) pin(to_id, to, site);
  cuttle_check_size(to, size, size_id, site);
  cuttle_check_sized_range(to, size, size_id, site);
  if (size_id) {
    if (cuttle_fill_symbolic_size(to, byte, byte_id, size_id, site)) return;
    cuttle_pin_size(to, to, size, size_id, site);
  }
  if (!byte_id || !cuttle_rt.active) {
    __cuttle_clear(to, size);
  } else {
    const uint32_t entry = cuttle_entry(byte_id, 0);
    for (i = 0; i < size; ++i) cuttle_shadow_set((uint64_t)to + i, 1, &entry);
  }
}

#define MODEL __attribute__((weak, visibility("default")))

static void model_copy(const void* function, void* to, const void* from, size_t size) {
  uint32_t ids[3];
  cuttle_take_arguments(function, ids, 3);
  __cuttle_memory_copy(to, from, size, ids[0], ids[1], ids[2], __cuttle_thread.site);
}

MODEL void* __cuttle_model_memcpy(void* to, const void* from, size_t size) {
  model_copy((const void*)__cuttle_model_memcpy, to, from, size);
  return memcpy(to, from, size);
}

MODEL void* __cuttle_model_memmove(void* to, const void* from, size_t size) {
  model_copy((const void*)__cuttle_model_memmove, to, from, size);
  return memmove(to, from, size);
}

MODEL void* __cuttle_model_mempcpy(void* to, const void* from, size_t size) {
  model_copy((const void*)__cuttle_model_mempcpy, to, from, size);
  return (char*)memcpy(to, from, size) + size;
}

MODEL void __cuttle_model_bcopy(const void* from, void* to, size_t size) {
  uint32_t ids[3];
  cuttle_take_arguments((const void*)__cuttle_model_bcopy, ids, 3);
  __cuttle_memory_copy(to, from, size, ids[1], ids[0], ids[2], __cuttle_thread.site);
  memmove(to, from, size);
}

MODEL void* __cuttle_model_memset(void* to, int byte, size_t size) {
  uint32_t ids[3], byte_id;
  cuttle_take_arguments((const void*)__cuttle_model_memset, ids, 3);
  byte_id = __cuttle_extract(ids[1], 0, 8);
  __cuttle_memory_set(to, (uint8_t)byte, size, ids[0], byte_id, ids[2], __cuttle_thread.site);
  return memset(to, byte, size);
}

MODEL void __cuttle_model_bzero(void* to, size_t size) {
  uint32_t ids[2];
  cuttle_take_arguments((const void*)__cuttle_model_bzero, ids, 2);
  __cuttle_memory_set(to, 0, size, ids[0], 0, ids[1], __cuttle_thread.site);
  memset(to, 0, size);
}

CUTTLE_SAME_MODEL(__mempcpy, mempcpy);
CUTTLE_SAME_MODEL(__bzero, bzero);

void __cuttle_pin(const void* at, size_t size) {
  const uint8_t* bytes = (const uint8_t*)at;
  size_t i;
  for (i = 0; i < size; i += 8) {
    const size_t step = size - i < 8 ? size - i : 8;
    const uint32_t id = __cuttle_any_symbolic(bytes + i, step) ? __cuttle_load(bytes + i, step) : 0;
    if (id)
      __cuttle_concretise(id, cuttle_get(id)->value, __cuttle_thread.site,
                          CUTTLE_REASON_CONCRETISED);
  }
}
