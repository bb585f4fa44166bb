// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "engine/path/test_case.h"
#include "engine/process/cell.h"
#include "engine/process/ending.h"
#include "engine/support/result.h"
#include "engine/support/subprocess.h"

namespace cuttle {

// How a program runs one test case without being traced: it finds the inputs in a file, and writes
// what happened into another. engine/trace/replay_format.h describes both.

// The test case as such a file.
std::string replay_text(const PortableTestCase& test, const std::filesystem::path& report);

// What the program reported; empty kinds when there is no report.
TraceOutcome parse_replay_report(const std::string& text);

// A folder for files of replays, gone with the object.
class ReplayFolder {
 public:
  explicit ReplayFolder(const std::filesystem::path& parent);
  ~ReplayFolder();
  ReplayFolder(const ReplayFolder&) = delete;
  ReplayFolder& operator=(const ReplayFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }  // empty: it could not be made
  std::filesystem::path report() const { return path_ / "report"; }
  // For the next one: no files but the report, which stays where it is and is empty.
  void clear() const;

 private:
  std::filesystem::path path_;
};

// A place for replays, one after the other: they see the folder, and write to the report alone.
struct ReplayCell {
  ReplayCell(const std::filesystem::path& parent, const Walls& walls,
             std::vector<std::filesystem::path> needed = {});

  ReplayFolder folder;
  Cell cell;
};

// Runs the command there and reads the report that it leaves in the folder. `bytes` as in Cell.
Result<Ending> replay(const Command& command, ReplayCell& place, uint64_t bytes = 0);

}  // namespace cuttle
