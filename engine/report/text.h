// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "engine/report/summary.h"

namespace cuttle {

struct TextOptions {
  bool color = false;
  bool all = false;                  // list everything, also the 100th stack frame
  std::string program = "cuttle";    // how the user calls us: "./cuttle"
  std::filesystem::path folder;      // the campaign's, as the user would type it
  std::vector<std::string> command;  // the arguments after `cuttle run`; empty: unknown
};

// The summary for the person at the terminal: bugs first, then what was done, then whether
// anything is missing and what to do about it.
void write_text(std::ostream& out, const Summary& summary, const TextOptions& options);

// One bug with its inputs, its stack and the command that replays it. `title` starts its first
// line: "BUG", "BUG 2 of 3".
void write_bug(std::ostream& out, const std::string& title, const BugReport& bug,
               const TextOptions& options);

}  // namespace cuttle
