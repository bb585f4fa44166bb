// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/path/execution.h"
#include "engine/process/ending.h"
#include "languages/c/target/symbolizer.h"

namespace cuttle {

// What a sanitizer said on stderr, if it did: the kind of bug and its headline.
struct SanitizerReport {
  BugKind kind = BugKind::abort;
  std::string message;
  std::string location;            // may be empty
  std::vector<std::string> stack;  // as in an Outcome
};
std::optional<SanitizerReport> find_sanitizer_report(const std::string& complaints);

// The engine's classify(), and what only C and C++ know: sanitizers and uncaught exceptions. Where
// it happened is left to locate(), unless a sanitizer has said it.
Outcome classify_c(const Ending& ending);

// Fills in where it happened, and with it which bug it is; `site` is the place of recorded.site, if
// any.
void locate(Outcome& outcome, const TraceOutcome& recorded, const std::string& site,
            Symbolizer& symbolizer);

}  // namespace cuttle
