/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* When something happens in a program with several threads: see CuttleChoice. */
typedef struct CuttleThreadTime {
  uint16_t thread; /* 0: the first one */
  uint32_t clock;
} CuttleThreadTime;

/* The calling thread is the first one of this run. */
void cuttle_begin_threads(void);
/* Now, on the calling thread. */
CuttleThreadTime cuttle_thread_time(void);

#ifdef __cplusplus
}
#endif
