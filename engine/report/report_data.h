// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/report/summary.h"
#include "engine/target/target.h"

namespace cuttle {

// A test case that has a file.
struct TestEntry {
  uint64_t run = 0;
  std::string file;  // "tests/000004.json", relative to the campaign's folder
  Outcome outcome;
};

// All that a report may show. It comes from the campaign alone (load_report of engine/campaign):
// neither the program nor its build is needed.
struct ReportData {
  Summary summary;
  std::vector<TestEntry> tests;       // by run
  std::vector<BugKindRow> bug_kinds;  // TargetInfo::bug_kinds
  std::vector<CoverageFamily> coverage;
  std::vector<uint32_t> covered;     // sorted; points are numbered over all families
  std::filesystem::path folder;      // the campaign's, as the user would type it
  std::filesystem::path directory;   // where `cuttle run` was given: relative sources start here
  std::vector<std::string> command;  // the arguments after `cuttle run`, for people
  std::string request;               // what was asked for: see engine/explore/request_json.h

  // Where a source file should be on this machine; it may be gone.
  std::filesystem::path source(const std::string& file) const {
    return (directory / file).lexically_normal();
  }
};

}  // namespace cuttle
