// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/equipment.h"
#include "engine/report/summary.h"

namespace cuttle {

// A bug that was looked at.
struct FoundBug {
  TestCase shown;  // shows the bug, and is as simple as we could make it
  BugReport report;
};

// What happens to a run that shows a bug, or might: all of it on the worker's target, without
// locks.

// What a second look at a run shows that went well; nothing when there was none. A bug becomes the
// run's outcome.
bool inspect(Equipment& equipment, const RunLimits& limits, const TestCase& test,
             Execution& execution);

// Simplifies the test of a run that shows a bug (what the runs for that cover is added to the
// execution) and replays it on the plain program, within `confirming`.
FoundBug examine(Equipment& equipment, const RunLimits& limits, const RunLimits& confirming,
                 uint64_t run, const TestCase& test, Execution& execution);

// The report of a bug that was `seen` and then replayed.
BugReport report_of(const Equipment& equipment, uint64_t run, const TestCase& shown,
                    const Outcome& seen, const Confirmation& confirmation);

}  // namespace cuttle
