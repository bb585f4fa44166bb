/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Data that comes in without being an input may depend on inputs all the same: the program has
 * written it to a file before, has sent it to itself, or a process that it started has. That is not
 * followed, and is reported. */

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A run begins: what is written from now on is the run's own. */
void cuttle_begin_origins(void);
/* The program reads from this descriptor, which is no input. */
void cuttle_note_origin(int fd);
/* The same for a stream, whenever it takes something from its descriptor. */
void cuttle_note_stream_origin(FILE* stream);
/* A process of its own goes on with what the program knows. */
void cuttle_note_fork(void);

#ifdef __cplusplus
}
#endif
