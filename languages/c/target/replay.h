// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "engine/path/test_case.h"
#include "engine/support/result.h"
#include "engine/support/subprocess.h"
#include "languages/c/target/classify.h"
#include "languages/c/target/sources.h"

namespace cuttle {

// A test case as the replay library in the plain program reads it
// (languages/c/runtime/replay_format.h).
// `files` are pairs of a path of the program and the file that stands for it.
std::string replay_file(const PortableTestCase& test, const std::filesystem::path& report,
                        const std::vector<std::pair<std::string, std::string>>& files = {});

// What the plain program reported; empty kinds when there is no report.
TraceOutcome parse_replay_report(const std::string& text);

// A folder for files of one replay, gone with the object.
class ReplayFolder {
 public:
  explicit ReplayFolder(const std::filesystem::path& parent);
  ~ReplayFolder();
  ReplayFolder(const ReplayFolder&) = delete;
  ReplayFolder& operator=(const ReplayFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }  // empty: it could not be made

 private:
  std::filesystem::path path_;
};

struct ReplayCommand {
  std::filesystem::path program;
  std::vector<std::string> arguments;                            // without [0]
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  std::vector<InputSource> sources;  // parts of the environment that are inputs
  std::filesystem::path scratch;     // an existing folder of ours
  double seconds = 0;                // of CPU time; 0: no limit
  uint64_t memory_bytes = 0;         // 0: no limit
};

// Runs the test case on the plain program, in a fresh process.
Result<Ending> replay(const ReplayCommand& command, const PortableTestCase& test);

// What replay() would run, for a debugger; its files are in `folder`.
Result<Command> prepare_replay(const ReplayCommand& command, const PortableTestCase& test,
                               const ReplayFolder& folder);

}  // namespace cuttle
