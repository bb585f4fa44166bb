/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* When something happens in a program with several threads: see
 * CUTTLE_FEATURE_CLOCKS. */
typedef struct CuttleThreadTime {
  uint16_t thread; /* 0: the first one */
  uint32_t clock;
} CuttleThreadTime;

/* The calling thread is the first one of this run. */
void cuttle_begin_threads(void);
/* Now, on the calling thread. */
CuttleThreadTime cuttle_thread_time(void);

/* Is there, or was there, more than one? */
int cuttle_has_threads(void);
/* What the calling thread does from now on comes at `clock` at the earliest. */
void cuttle_thread_not_before(uint32_t clock);
/* What comes after this comes later than what was. Returns the new clock. */
uint32_t cuttle_thread_advance(void);

#ifdef __cplusplus
}
#endif
