/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The fork server: under the engine, the program stops before its work begins and does it once per
 * run in a child. Everything that all runs share (loading, constructors, and with
 * CUTTLE_START_FIRST_INPUT all the work before the first input) is paid once. */

#include "engine/trace/format.h"

#ifdef __cplusplus
extern "C" {
#endif

/* This is the point `where` (CuttleStart). Returns at once without an engine or inside a run;
 * otherwise returns in each run's process. */
void cuttle_start(unsigned where);

/* Does what the message RUN asks for before the run. */
void cuttle_enter_again(const CuttleMessage* run);

/* Tells state.c that the next fork is the server's own. */
void cuttle_fork_is_ours(int ours);

#ifdef __cplusplus
}
#endif
