// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/session.h"

#include <algorithm>
#include <map>

namespace cuttle {

Session::Session(const Config& settings, CoverageGoal aim, Campaign& store,
                 const std::atomic<bool>& interrupted, Advisor* adviser)
    : config(settings),
      campaign(store),
      goal(std::move(aim)),
      advisor(adviser),
      budget(settings, interrupted),
      covered(goal.family),
      frontier(adviser),
      bulletin(settings) {}

Result<void> Session::resume() {
  Result<CampaignState> state = campaign.load();
  if (!state) return state.error();
  bugs.restore(std::move(state->summary.bugs));
  state->summary.bugs.clear();
  bulletin.resume(state->summary);
  budget.resume(state->summary.seconds, state->last_run);
  first_run_taken_ = state->last_run > 0;
  covered.add(state->covered);
  std::map<uint64_t, Parcel> by_run;
  for (const StoredFlip& flip : state->frontier) by_run[flip.run].items.push_back({flip, 0, {}});
  for (auto& [run, parcel] : by_run) {
    parcel.run = run;
    frontier.give(std::move(parcel));
  }
  return {};
}

void Session::publish(const TargetInfo& info) {
  const bool grew = covered.publish(info.coverage);
  const bool changed = bulletin.publish(info);
  if (grew || changed) check(campaign.save_coverage(info.coverage));
  if (changed) check(campaign.save_bug_kinds(info.bug_kinds));
}

void Session::check(const Result<void>& result) {
  if (result) return;
  bulletin.fail(result.error());
  budget.stop(StopCause::failure);
}

std::optional<Limitation> Session::why_stopped(uint64_t flips_left) const {
  if (flips_left == 0 && !budget.was_stopped()) return {};
  const auto because = [&](Reason reason, std::string detail) {
    return Limitation{reason, {}, std::move(detail), std::max<uint64_t>(flips_left, 1)};
  };
  switch (budget.cause()) {
    case StopCause::interrupt:
      return because(Reason::interrupted, "stopped by the user");
    case StopCause::covered:
      return because(Reason::covered, goal.asked + ": all of them are");
    case StopCause::bug:
      return because(Reason::stopped_on_bug, "--stop-on-bug");
    case StopCause::runs:
      return because(Reason::budget, "stopped by --max-runs");
    case StopCause::time:
    case StopCause::failure:
    case StopCause::none:
      break;
  }
  return because(Reason::budget, "stopped by --time");
}

Summary Session::summarise() {
  Summary summary = bulletin.summary();
  LimitationLog log = bulletin.limitations();
  summary.seconds = budget.seconds();
  summary.interrupted = budget.cause() == StopCause::interrupt;
  summary.bugs = bugs.list();
  if (const auto why = why_stopped(bulletin.flips_left() + frontier.in_parcels())) log.add(*why);
  summary.incomplete = log.list();
  // A campaign that was resumed with nothing left to do never put anything into the tree.
  const bool was_done = budget.earlier_runs() > 0 && !budget.begun() && frontier.size() == 0;
  summary.exhausted = log.empty() && summary.divergences == 0 && !bulletin.failure() &&
                      (was_done || frontier.all_closed());
  const bool no_inputs = summary.exhausted && summary.runs == 1 && summary.solver.queries == 0;
  if (no_inputs && summary.bugs.empty()) bulletin.add_input_hint(summary.notes);
  for (const auto& [name, count] : covered.counts()) summary.coverage[name] = count;
  return summary;
}

}  // namespace cuttle
