/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What the program got from outside and is no input: kept from one run to the next, so that a run
 * with the same inputs can tell which answer was another one (CUTTLE_REASON_DIFFERS). Whether that
 * matters the engine decides: it makes a run that went astray once more. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the memory that all runs share; before the first one. */
void cuttle_prepare_answers(void);
void cuttle_begin_answers(void);
/* `name` gave these bytes at the place of __cuttle_thread.site. */
void cuttle_answer(const char* name, const void* bytes, size_t size);
/* The same for what is read by a descriptor, whose file has a name. */
void cuttle_answer_of(int fd, const char* name, const void* bytes, size_t size);

#ifdef __cplusplus
}
#endif
