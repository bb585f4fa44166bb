// SPDX-License-Identifier: Apache-2.0
// What a session came to.
#include "engine/explore/session.h"

namespace cuttle {

std::optional<Limitation> Session::why_stopped(uint64_t flips_left) const {
  if (flips_left == 0 && !budget.was_stopped()) return {};
  const auto because = [&](Reason reason, std::string detail) {
    return Limitation{reason, {}, std::move(detail), std::max<uint64_t>(flips_left, 1)};
  };
  switch (budget.cause()) {
    case StopCause::interrupt:
      return because(Reason::interrupted, "stopped by the user");
    case StopCause::covered:
      return because(Reason::covered, goal.asked + ": there is nothing left to cover");
    case StopCause::bug:
      return because(Reason::stopped_on_bug, "--stop-on-bug");
    case StopCause::runs:
      return because(Reason::budget, "stopped by --max-runs");
    case StopCause::time:
    case StopCause::failure:
    case StopCause::lost:
    case StopCause::none:
      break;
  }
  return because(Reason::budget, "stopped by --time");
}

namespace {

// Such a bug ended its path, and what lies behind it was never run.
void add_unconfirmed(const std::vector<BugReport>& bugs, LimitationLog& log) {
  for (const BugReport& bug : bugs)
    if (!bug.confirmed)
      log.add(Limitation{Reason::disagreement, bug.location, "a bug that was not confirmed"});
}

}  // namespace

Summary Session::summarise() {
  Summary summary = bulletin.summary();
  LimitationLog log = bulletin.limitations();
  summary.seconds = budget.seconds();
  summary.interrupted = budget.cause() == StopCause::interrupt;
  summary.bugs = bugs.list();
  if (share.joined())
    summary.bugs.erase(summary.bugs.begin(), summary.bugs.begin() + earlier_bugs_);
  add_unconfirmed(summary.bugs, log);
  if (const auto why = why_stopped(bulletin.flips_left() + exchange.items())) log.add(*why);
  if (tries.is_sampling())
    log.add(Limitation{Reason::threads, {}, "orders of threads were chosen by chance"});
  summary.incomplete = log.list();
  // A campaign that was resumed with nothing left to do never put anything into the tree.
  const bool was_done = budget.earlier_runs() > 0 && !budget.begun() && frontier.size() == 0;
  summary.exhausted = log.empty() && summary.divergences == 0 && !bulletin.failure() &&
                      (was_done || frontier.all_closed());
  const bool no_inputs = summary.exhausted && summary.runs == 1 && summary.solver.queries == 0;
  if (no_inputs && summary.bugs.empty()) bulletin.add_input_hint(summary.notes);
  for (const auto& [name, count] : covered.counts()) summary.coverage[name] = count;
  if (advisor != nullptr) advisor->add_to(summary);
  return summary;
}

namespace {

void add_part(Summary& total, const Summary& part) {
  total.divergences += part.divergences;
  total.inspected += part.inspected;
  total.solver += part.solver;
}

}  // namespace

Result<Summary> Session::summarise_all(const Summary& own) {
  Result<CampaignState> state = share.store().load();
  if (!state) return state.error();
  Summary total = state->summary;
  total.target = own.target;
  total.notes = own.notes;
  total.seconds = own.seconds;
  total.interrupted = own.interrupted;
  if (!share.joined()) {  // what earlier sessions counted is in its own counters
    total.divergences = own.divergences;
    total.inspected = own.inspected;
    total.solver = own.solver;
    total.schedule = own.schedule;
    total.prune = own.prune;
  }
  for (const Summary& part : state->parts) add_part(total, part);
  LimitationLog log;
  log.add(total.incomplete);
  add_unconfirmed(total.bugs, log);
  if (const auto why = why_stopped(state->open_items)) log.add(*why);
  total.incomplete = log.list();
  total.exhausted = log.empty() && total.divergences == 0 && !bulletin.failure() &&
                    state->open_items == 0 && total.runs > 0;
  return total;
}

}  // namespace cuttle
