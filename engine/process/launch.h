// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "engine/support/result.h"
#include "engine/support/unique_fd.h"

namespace cuttle {

// A program to start with descriptors of ours.
struct Launch {
  std::filesystem::path program;
  std::vector<std::string> arguments;  // without [0]
  std::vector<std::pair<std::string, std::string>> environment;
  uint64_t data_bytes = 0;  // memory of its own that each process may have; 0: no limit
  int trace_fd = -1;        // becomes CUTTLE_TRACE_FD
  int control_fd = -1;      // becomes CUTTLE_CONTROL_FD
};

struct Launched {
  pid_t pid = -1;
  UniqueFd complaints;  // the reading end of its stderr, non-blocking
};

// Starts it as the leader of a session of its own, so that neither signals from our terminal nor
// its own to "the whole group" cross over. Its stdin is empty, its stdout dropped, its addresses
// are the same in each start, and no other descriptor of ours is inherited.
Result<Launched> launch(const Launch& launch);

}  // namespace cuttle
