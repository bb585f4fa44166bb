// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include "engine/support/subprocess.h"

namespace cuttle {

// A process that runs a command, and our ends of its streams.
struct Talker {
  pid_t pid = -1;
  int ended = -1;  // can be read when it has: a pidfd
  int out = -1, err = -1;
};

void set_status(CommandResult& result, int wait_status);

// Reads what it says until it ends or is given up (`timed_out`); in the second case after its last
// words, where the command wants them. Ending it is for the caller.
void collect(const Command& command, const Talker& talker, CommandResult& result);

}  // namespace cuttle
