// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/support/result.h"
#include "engine/support/unique_fd.h"
#include "engine/walls/warden.h"

namespace cuttle {

// A program to start with descriptors of ours, inside walls of its own.
struct Launch {
  std::filesystem::path program;
  std::vector<std::string> arguments;  // without [0]
  std::vector<std::pair<std::string, std::string>> environment;
  Walls walls;
  std::vector<std::filesystem::path> needed;  // Warden::Options::needed
  uint64_t data_bytes = 0;    // memory of its own that each process may have; 0: no limit
  uint64_t memory_bytes = 0;  // and all of them together
  int trace_fd = -1;          // becomes CUTTLE_TRACE_FD
  bool by_name = false;       // its name is CUTTLE_TRACE_FILE
  int control_fd = -1;        // becomes CUTTLE_CONTROL_FD
};

struct Launched {
  std::unique_ptr<Warden> warden;
  Warden::Started process;
  UniqueFd complaints;  // the reading end of its stderr, non-blocking
};

// Starts it as the leader of a session of its own, so that neither signals from our terminal nor
// its own to "the whole group" cross over. Its stdin is empty, its stdout dropped, its addresses
// are the same in each start, and no other descriptor of ours is inherited.
Result<Launched> launch(const Launch& launch);

}  // namespace cuttle
