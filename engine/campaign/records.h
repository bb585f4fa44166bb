// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/path/test_case.h"
#include "engine/report/report_data.h"
#include "engine/report/summary.h"
#include "engine/target/target.h"

namespace cuttle {

// A flip that is still to be tried, as the loop knows it: the run whose choice it flips, the index
// of that choice and the alternative to go for.
struct StoredFlip {
  uint64_t run = 0;
  uint32_t choice = 0;
  AlternativeId alternative = 0;
  // For an open choice: runs whose alternatives at this choice are known as well and excluded. Not
  // part of the flip's identity: opening it again replaces them.
  std::vector<uint64_t> siblings;
  friend bool operator==(const StoredFlip&, const StoredFlip&) = default;
};

// One run and what it showed.
struct RunRecord {
  uint64_t run = 0;  // from RecordStore::numbers
  PortableTestCase test;
  Outcome outcome;
  std::string path;     // digest of the choices taken
  bool is_path = true;  // false: rejected, or a path seen before
  // Made for a flip, and took a path seen before. (Two tests of the user may well take one path.)
  bool is_duplicate = false;
  bool keep_file = false;  // also write tests/NNNNNN.json
  // What the file has instead of `test`: a simpler one that shows the same bug.
  std::optional<PortableTestCase> shown;
  std::vector<std::string> description;  // Target::describe, of the test that is shown
  std::vector<RawInput> raw;             // Shower::raw_inputs, for files beside the test's
  std::string picture;                   // Shower::picture, for tests/NNNNNN.dot
  std::vector<uint32_t> covered;         // new coverage points
  std::vector<Limitation> limitations;

  // For who makes a step of the work store of them (explore/share.h).
  std::optional<StoredFlip> resolves;  // the flip that led to this run
  std::vector<StoredFlip> opens;       // new flips
};

// What identifies a campaign: resuming with anything else is refused with a clear message.
struct CampaignIdentity {
  std::string target;
  std::string language;
  std::string fingerprint;  // of the program and the options that shape its paths
  std::string strategy;
  uint64_t seed = 0;

  // Not compared on resume: what `cuttle replay` and `cuttle report` need to find the program.
  std::vector<std::string> command;  // the arguments after `cuttle run`
  std::string directory;             // where it was given
  std::string request;               // what was asked for, as data: see explore/request_json.h
};

// What is known of a campaign, for reports and for going on with it.
struct CampaignState {
  CampaignIdentity identity;
  // Rebuilt from what was recorded: counters, bugs, coverage, the limitations of runs and flips.
  // Reasons that belong to one session only (budget, interrupted) are not in it. Seconds, solver,
  // schedule and prune counters are those of the last summary that was saved.
  Summary summary;
  // The last saved summary, unless something was recorded after it (the process was killed).
  std::optional<Summary> saved;
  uint64_t last_run = 0;
  uint64_t seeds_run = 0;         // SeedsRun
  uint64_t open_items = 0;        // work that is not done, whoever holds it
  std::vector<uint32_t> covered;  // sorted
  std::vector<CoverageFamily> coverage;
  std::vector<BugKindRow> bug_kinds;
  std::vector<TestEntry> tests;  // those that have a file, by run
  std::vector<Summary> parts;    // SummaryPart of processes that joined
};

// What reports show: the saved summary, or, of a campaign that was killed or is still running, what
// was recorded, marked as interrupted.
Summary summary_for_report(const CampaignState& state);

}  // namespace cuttle
