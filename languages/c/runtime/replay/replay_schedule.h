/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* A line of the test: names of threads, separated by blanks. From then on threads are controlled.
 */
void cuttle_replay_add_steps(char* text);
/* When the test was read. */
void cuttle_replay_begin_schedule(void);
