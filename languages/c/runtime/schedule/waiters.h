/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Tasks that wait until somebody wakes them, at an address. */

#include "languages/c/runtime/schedule/schedule.h"

#ifdef __cplusplus
extern "C" {
#endif

void cuttle_begin_waiting(const volatile void* at);
/* 1: nobody had woken it. */
uint64_t cuttle_stop_waiting(CuttleTask* task);
/* Who has been waiting there for the longest time without being woken; NULL: nobody. */
CuttleTask* cuttle_first_waiting(const volatile void* at);

#ifdef __cplusplus
}
#endif
