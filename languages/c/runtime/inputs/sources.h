/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Parts of the environment as inputs (CuttleSource): standard input and files as bytes with a
 * symbolic length (contents.h), arguments and environment variables as strings.
 *
 * For code that is not instrumented, descriptors of such files are memory files with the same
 * contents; by them the models find out which file it is, so that it may be opened twice, dup'ed
 * and put in the place of another one. What is opened and read is in ../modelling.h. */

#include <stddef.h>
#include <stdint.h>

#include "engine/trace/format.h"
#include "languages/c/runtime/memory/objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes what the first run needs. */
void cuttle_prepare_sources(void);
/* The sources of a new run: standard input is put in place. */
void cuttle_begin_sources(void);
/* Others read the open files, too: all bytes of theirs belong to the test. */
void cuttle_reach_all(void);
/* The run ends: were inputs read behind our back? */
void cuttle_end_sources(void);
/* In a process that the program forked: there are no inputs any more. */
void cuttle_leave_sources(void);
/* Variables of the environment that are inputs, for those who walk through all of them. */
void cuttle_source_environment(void);
/* Arguments of main as the sources say. Returns the id of *argc. */
uint32_t cuttle_source_arguments(int* argc, char*** argv);
/* All bytes of the standard input, and its size without any choice about it; NULL: it is no input.
 * `extent`: there are as many bytes, for objects whose size is that expression. */
const uint8_t* cuttle_source_whole(size_t* size, uint32_t* size_id, uint64_t* extent);
/* The program has accepted a connection: what comes by it may be an input. */
void cuttle_source_accepted(int fd);
/* The program has mapped a file that is an input; or unmapped what is there. */
void cuttle_source_mapped(const void* at, uint64_t size);
void cuttle_source_unmapped(const void* at);
/* The string (of an argument or a variable) or the mapped file that the address is in. */
int cuttle_source_object(uint64_t address, CuttleObject* object);
/* The bytes of an argument or a variable, all of which are inputs. */
char* cuttle_source_string(const CuttleSource* source);
/* Is the environment variable an input? Its value; NULL: it is not set in this run. */
int cuttle_source_variable(const char* name, char** value);

#ifdef __cplusplus
}
#endif
