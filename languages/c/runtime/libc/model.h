/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* For models in the runtime itself. */

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/modelling.h"

#define MODEL __attribute__((weak, visibility("default")))
#define SELF(name) ((const void*)__cuttle_model_##name)
/* Another name of a function that has a model: the same code, at the same address. Parameters
 * that only `other` has come last and are of no consequence. */
#define SAME(other, name) CUTTLE_SAME_MODEL(other, name)

/* Pins the symbolic ones of the arguments, which go to the system. */
static inline void pin_arguments(const void* function, uint32_t count) {
  uint32_t ids[8], i;
  cuttle_take_arguments(function, ids, count);
  for (i = 0; i < count; ++i)
    if (ids[i])
      __cuttle_concretise(ids[i], cuttle_get(ids[i])->value, __cuttle_thread.site,
                          CUTTLE_REASON_ENVIRONMENT);
}

/* libc's own: a fortified function has found that the room is not enough. */
void __chk_fail(void) __attribute__((noreturn));
