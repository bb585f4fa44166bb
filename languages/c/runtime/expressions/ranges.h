/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Cheap facts about expressions of at most 64 bits, by looking a few levels deep. */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No value of the node is larger. */
uint64_t cuttle_upper_bound(uint32_t id);
/* At least so many low bits are zero. */
uint32_t cuttle_trailing_zeros(uint32_t id);
/* At least so many low bits have always the same value, which is put into `value`. */
uint32_t cuttle_known_low_bits(uint32_t id, uint64_t* value);
/* (id >> shift), cut to `width` bits, where the low `shift` bits are known. Needs cuttle_enter().
 */
uint32_t cuttle_shifted_bits(uint32_t id, uint32_t shift, uint32_t width);

#ifdef __cplusplus
}
#endif
