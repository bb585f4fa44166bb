// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "engine/path/test_case.h"
#include "engine/process/replay.h"
#include "engine/support/result.h"
#include "engine/support/subprocess.h"
#include "languages/c/target/sources.h"

namespace cuttle {

struct ReplayCommand {
  std::filesystem::path program;
  std::vector<std::string> arguments;                            // without [0]
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  std::vector<InputSource> sources;  // parts of the environment that are inputs
  std::filesystem::path scratch;     // an existing folder of ours
  double seconds = 0;                // of CPU time; 0: no limit
  uint64_t memory_bytes = 0;         // of address space; 0: no limit
  uint64_t tree_bytes = 0;           // of all its processes; 0: no limit
  Deadline until = Deadline::max();  // it is cut off then
  bool controlled = false;           // its threads obey the test's schedule
  bool libfuzzer = false;            // its engine wants the data of its harness as a file
};

// Runs the test case on the plain program, in a fresh process.
Result<Ending> replay(const ReplayCommand& command, const PortableTestCase& test,
                      ReplayCell& place);

// What replay() would run, for a debugger; its files are in `folder`.
Result<Command> prepare_replay(const ReplayCommand& command, const PortableTestCase& test,
                               const ReplayFolder& folder);

}  // namespace cuttle
