/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Parts of the world that are inputs. */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A run begins: the time is decided. */
void cuttle_begin_world_inputs(void);
/* The expression of a time of day that the world's clock gave; 0: it is a number. */
uint32_t cuttle_time_expression(uint64_t seconds);

#ifdef __cplusplus
}
#endif
