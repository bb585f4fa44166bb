/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* For the replay library: "PORT PATH", the first connection to the port brings what is in the file.
 * The text must stay. */
void cuttle_replay_visitor(const char* port_and_path);
