// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/examine.h"

#include <algorithm>

#include "engine/campaign/test_file.h"
#include "engine/explore/minimise.h"

namespace cuttle {
namespace {

// The simplest test with this bug that we find in a few runs.
TestCase simplest(Equipment& equipment, const RunLimits& limits, const TestCase& test,
                  Execution& execution) {
  constexpr unsigned max_runs = 200, max_timeouts = 3;
  if (!row_of(execution.outcome.bug).inputs_decide) return test;
  RunLimits shorter = limits;
  // An endless loop is as endless after a part of the time.
  shorter.seconds = execution.outcome.bug == BugKind::timeout
                        ? limits.seconds / 4
                        : std::min(limits.seconds, std::max(1.0, 4 * execution.seconds));
  unsigned timeouts = 0;
  const auto shows_bug = [&](const TestCase& candidate) -> std::optional<Assignment> {
    if (timeouts == max_timeouts) return {};
    Execution run = equipment.target->run(candidate, shorter);
    execution.covered.insert(execution.covered.end(), run.covered.begin(), run.covered.end());
    if (run.outcome.kind == Outcome::Kind::lost)
      timeouts = max_timeouts;  // the time ended, perhaps
    if (!run.outcome.is_bug()) return {};
    timeouts += run.outcome.bug == BugKind::timeout;
    if (run.outcome.key != execution.outcome.key) return {};
    return std::move(run.inputs);
  };
  return minimise(*equipment.pool, test, shows_bug, max_runs);
}

}  // namespace

bool inspect(Equipment& equipment, const RunLimits& limits, const TestCase& test,
             Execution& execution) {
  Inspector* inspector = equipment.target->inspector();
  if (inspector == nullptr) return false;
  RunLimits shorter = limits;
  shorter.seconds = std::min(limits.seconds, std::max(1.0, 20 * execution.seconds));
  const std::optional<Outcome> seen = inspector->inspect(test, shorter);
  if (!seen) return false;
  if (seen->is_bug()) execution.outcome = *seen;
  return true;
}

FoundBug examine(Equipment& equipment, const RunLimits& limits, const RunLimits& confirming,
                 uint64_t run, const TestCase& test, Execution& execution) {
  FoundBug found{simplest(equipment, limits, test, execution), {}};
  Target& target = *equipment.target;
  Confirmation confirmation = target.confirm(found.shown, execution.outcome, confirming);
  if (!confirmation.confirmed && !confirmation.cut_off && !(found.shown.inputs == test.inputs)) {
    found.shown = test;
    confirmation = target.confirm(test, execution.outcome, confirming);
  }
  found.report = report_of(equipment, run, found.shown, execution.outcome, confirmation);
  return found;
}

BugReport report_of(const Equipment& equipment, uint64_t run, const TestCase& shown,
                    const Outcome& seen, const Confirmation& confirmation) {
  BugReport bug;
  // Who waits for whom is known from the recorded run alone.
  const bool is_replays = confirmation.confirmed && seen.bug != BugKind::deadlock;
  const Outcome& outcome = is_replays ? confirmation.outcome : seen;
  bug.kind = outcome.bug;
  bug.message = outcome.message.empty() ? seen.message : outcome.message;
  bug.location = outcome.location.empty() ? seen.location : outcome.location;
  bug.stack = outcome.stack.empty() ? seen.stack : outcome.stack;
  bug.key = outcome.location.empty() ? seen.key : outcome.key;
  bug.run = run;
  bug.test = test_file_name(run);
  bug.confirmed = confirmation.confirmed;
  bug.unconfirmed_why = confirmation.why;
  bug.inputs = equipment.target->describe(shown);
  return bug;
}

}  // namespace cuttle
