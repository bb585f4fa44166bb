// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace cuttle::walls {

struct Frame {
  std::string image;    // the file
  uint64_t offset = 0;  // a return address, as in the file's symbol table
};

// Who called, innermost first, of a thread that waits in a system call: what on its stack is an
// address behind a call instruction. Old words may be among them, so this is for messages.
std::vector<Frame> callers_of(pid_t thread);

}  // namespace cuttle::walls
