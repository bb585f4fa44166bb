/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* For the replay library: opening `from` opens `to` instead. Both strings must stay. */
void cuttle_replay_redirect(const char* from, const char* to);
