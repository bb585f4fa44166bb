// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/path/execution.h"
#include "engine/process/ending.h"
#include "languages/c/target/sanitizer_report.h"
#include "languages/c/target/symbolizer.h"

namespace cuttle {

// Threads or locks are used in a way that is not allowed: a kind that only C and C++ have.
const BugKind& misuse_kind();

// The engine's classify(), and what only C and C++ know: sanitizers, uncaught exceptions, and the
// assertions of programs without our library. Where
// it happened is left to locate(), unless a sanitizer has said it.
Outcome classify_c(const Ending& ending);

// Fills in where it happened, and with it which bug it is; `site` is the place of recorded.site, if
// any.
void locate(Outcome& outcome, const TraceOutcome& recorded, const std::string& site,
            Symbolizer& symbolizer);

}  // namespace cuttle
