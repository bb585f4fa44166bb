/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What the program may touch: one byte for each eight bytes of its memory, which instrumented code
 * looks at before each access (runtime.h). It is a filter. What it lets pass is fine; what it holds
 * up is judged by what is known of the objects (choices/bad_access.c), so that a byte here that is
 * out of date (after longjmp, or when a run is taken back) costs time and makes no false bug.
 *
 * Set for the heap by heap.c, for globals when their module is registered, for the stack by the
 * functions themselves, in code that LLVM makes: hence the values and the names in poison.c. */

#include <stdint.h>

#include "languages/c/runtime/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  CUTTLE_POISON_STACK_LEFT = 0xf1,
  CUTTLE_POISON_STACK_MIDDLE = 0xf2,
  CUTTLE_POISON_STACK_RIGHT = 0xf3,
  CUTTLE_POISON_GLOBAL = 0xf9,
  CUTTLE_POISON_HEAP = 0xfa,
  CUTTLE_POISON_FREED = 0xfd,
  CUTTLE_POISON_INPUT = 0xfe, /* around input objects; look closer, they begin anywhere */
  CUTTLE_POISON_ALLOCA_LEFT = 0xca,
  CUTTLE_POISON_ALLOCA_RIGHT = 0xcb
};

/* Reserves the table; 0 when impossible. */
int cuttle_poison_init(void);

static inline uint8_t* cuttle_poison_at(uint64_t address) {
  return (uint8_t*)(CUTTLE_POISON_BASE + (address >> CUTTLE_POISON_SHIFT));
}

/* These bytes may not be touched. The unit that `address` is in the middle of keeps what comes
 * before. */
void cuttle_poison(uint64_t address, uint64_t size, uint8_t value);
/* An object of this size, whose address is a multiple of 8, may be. */
void cuttle_unpoison(uint64_t address, uint64_t size);

/* Between runs of one process: this part of the stack belongs to functions that have begun before
 * the runs; they return in each of them. */
void cuttle_poison_keep(uint64_t start, uint64_t end);
void cuttle_poison_put_back(void);

/* What functions left behind that are gone, below this address of the stack, is forgotten. */
void cuttle_forget_stack_below(uint64_t address);

#ifdef __cplusplus
}
#endif
