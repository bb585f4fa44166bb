// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/path/execution.h"
#include "engine/trace/reader.h"
#include "languages/c/target/symbolizer.h"

namespace cuttle {

BugKind to_bug_kind(CuttleBug bug);  // bug is not NONE

// What a sanitizer said on stderr, if it did: the kind of bug and its headline.
struct SanitizerReport {
  BugKind kind = BugKind::abort;
  std::string message;
  std::string location;            // may be empty
  std::vector<std::string> stack;  // as in an Outcome
};
std::optional<SanitizerReport> find_sanitizer_report(const std::string& complaints);

// How a process ended, from all that is known: what the program recorded, its wait status, and what
// it said on stderr.
struct Ending {
  TraceOutcome recorded;
  int wait_status = 0;
  bool timed_out = false;
  double seconds = 0;  // the time limit
  std::string complaints;
};
// Location and stack are left to locate().
Outcome classify(const Ending& ending);

// Fills in where it happened; `site` is the place of recorded.site, if any.
void locate(Outcome& outcome, const TraceOutcome& recorded, const std::string& site,
            Symbolizer& symbolizer);

}  // namespace cuttle
