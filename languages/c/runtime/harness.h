/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What the interfaces of other tools need from the library they are part of: the runtime knows
 * expressions, the replay library does not. */

#include <stddef.h>
#include <stdint.h>

#include "languages/c/runtime/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Weak, because tasks like to define some of the functions themselves. */
#define HARNESS __attribute__((weak, visibility("default")))

/* The expression of the bytes at `at` is that of `function`'s result, cut to `width` bits. */
void cuttle_return_value(const void* function, const void* at, size_t size, uint32_t width);
/* Is the first argument of `function` symbolic? Hands it on to __cuttle_assume if so. */
int cuttle_forward_condition(const void* function);
/* Holds the path to the value of `function`'s first argument. */
void cuttle_pin_argument(const void* function);
/* The arguments of the function that was called do not matter. */
void cuttle_ignore_arguments(void);
/* Assumes first <= x < end, for the number at `x`. */
void cuttle_assume_range(const int* x, int first, int end);
void cuttle_assume_below(const uint64_t* x, uint64_t end);
/* Tells the user once that something has no meaning here. */
void cuttle_note(const char* what);
void cuttle_report_error(const char* message, const char* file, int line) __attribute__((noreturn));
int cuttle_is_replay(void);

/* The data of a fuzzing harness: all of the standard input, in memory of just that size. The size
 * comes with its expression, to be handed on by cuttle_pass_data to the function that is called. */
uint8_t* cuttle_fuzzer_data(size_t* size, uint32_t* size_id);
void cuttle_pass_data(const void* function, uint32_t size_id);
uint8_t* cuttle_read_standard_input(size_t* size); /* as any program would */

#ifdef __cplusplus
}
#endif
