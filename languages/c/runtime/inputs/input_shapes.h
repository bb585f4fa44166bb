/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* How an object of the program becomes inputs: one per scalar, one per byte of anything else.
 * Shared by the runtime and the replay library, so that both ask for the same names. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Stores one input of `width` bits into the `size` bytes at `at`. */
typedef void CuttleProvide(void* at, uint32_t size, const char* name, uint32_t index,
                           uint32_t occurrence, uint32_t width, const char* type);

/* `count` inputs of that type from `at` on; `is_array` gives them indices. */
void cuttle_read_object(void* at, size_t element_size, size_t count, int is_array, const char* name,
                        const char* type, CuttleProvide* provide);

/* How often (name, width) has been an input of this run, counting this one. */
uint32_t cuttle_count_occurrence(const char* name, uint32_t width);
/* A new run; `epoch` is new, too (never 0). */
void cuttle_forget_occurrences(uint32_t epoch);

#ifdef __cplusplus
}
#endif
