/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What a program logs of its steps, for pruning: only in a build of its own (CUTTLE_STEPS). */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* Logged as CUTTLE_SEGMENT records: `b` is the kind, `a` and `value` as said here. */
enum CuttleStepNote {
  CUTTLE_STEP_BEGIN = 0,     /* a = number of the segment, value = address of the module's table */
  CUTTLE_STEP_ADDRESS = 1,   /* value: of an access that comes */
  CUTTLE_STEP_INPUT = 2,     /* a = bits, value: what was read */
  CUTTLE_STEP_SLOT = 3,      /* a = number of a local variable, value = its address */
  CUTTLE_STEP_ALLOCATED = 4, /* value: what malloc gave; a = 1: filled with zeros */
  CUTTLE_STEP_PROGRAM = 5,   /* value = address of __cuttle_step: where the program was loaded */
  CUTTLE_STEP_FULL = 6,      /* the log ends here, the run does not */
};

void __cuttle_step(const void* table, uint32_t number);
void __cuttle_step_note(uint32_t kind, uint32_t what, uint64_t value);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
