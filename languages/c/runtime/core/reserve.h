/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Anonymous memory that costs nothing until touched; NULL when the system refuses. Tables of ours
 * live here and not in .bss, which belongs to the program's state and is put back between runs of
 * one process (persistent.h). */
void* cuttle_reserve(uint64_t size);

typedef struct CuttleRange {
  uint64_t start, end;
} CuttleRange;

/* Other memory that is ours. */
void cuttle_note_range(uint64_t start, uint64_t size);
/* All that was reserved or noted. */
const CuttleRange* cuttle_own_ranges(uint32_t* count);

#ifdef __cplusplus
}
#endif
