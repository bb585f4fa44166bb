/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* A copy of the program's writable memory, and putting it back (persistent.h). */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Copies and write-protects; 0: there is too much of it. The calling function's frame and all above
 * it are part of it. */
int cuttle_snapshot_take(void);
/* Puts back what was written. Must not run on the program's stack. */
void cuttle_snapshot_restore(void);
/* 1: `address` is in protected memory, which may be written now. */
int cuttle_snapshot_fault(uint64_t address);

#ifdef __cplusplus
}
#endif
