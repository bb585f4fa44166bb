// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

#include "engine/support/unique_fd.h"

namespace cuttle::walls {

// Calls that the warden makes for a program, where letting the kernel go on with what the program
// may change meanwhile would not do.

// Connects a socket of the process to a file. 0 or an errno.
int connect_for(pid_t process, int socket, int file);

// Opens a file for a program as it would, not following links. Errno is set when it fails.
UniqueFd open_for(const std::string& path, int flags, mode_t mode);

// Gives the descriptor to the process whose call waits: that is the call's result. 0 or an errno.
int hand_over(int notices, uint64_t call, const UniqueFd& file, bool close_on_exec);

}  // namespace cuttle::walls
