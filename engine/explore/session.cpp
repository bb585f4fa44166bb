// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/session.h"

#include <algorithm>
#include <map>

namespace cuttle {

Session::Session(const Config& settings, CoverageGoal aim, CampaignStore& campaign, bool joins,
                 const std::atomic<bool>& interrupted, Advisor* adviser, Now clock)
    : config(settings),
      share(campaign, joins),
      goal(std::move(aim)),
      advisor(adviser),
      tries(settings),
      budget(settings, interrupted, std::move(clock)),
      stalls(settings.limits, settings.time_seconds),
      covered(goal.family),
      frontier(adviser),
      bulletin(settings) {}

Result<void> Session::begin(uint64_t seeds) {
  Result<std::vector<StoredFlip>> flips = share.begin();
  if (!flips) return flips.error();
  if (!config.resume && !share.joined()) {
    give(*flips);
    return {};
  }
  Result<CampaignState> state = share.store().load();
  if (!state) return state.error();
  seeds_run_ = state->seeds_run;
  if (repeats_runs(state->last_run)) {
    for (const StoredFlip& flip : *flips)
      were_open_.insert({flip.run, flip.choice, flip.alternative});
    const bool is_done = flips->empty() && on_flips() == nullptr;
    runs_to_repeat_ = is_done ? 0 : state->last_run;
    flips->clear();
  }
  // When nothing is left to do, those that were not run would find nothing new.
  const bool begins = state->last_run == 0 || (seeds_run_ < seeds && !flips->empty());
  first_run_taken_ = first_runs_made_ = share.joined() || !begins;
  if (first_run_taken_) {
    give(*flips);
  } else {
    frontier.expect_strays();
    earlier_work_ = parcels_of(*flips);
  }
  // Those who found the others try to confirm them.
  if (share.joined()) std::erase_if(state->summary.bugs, [](auto& bug) { return !bug.confirmed; });
  earlier_bugs_ = std::ssize(state->summary.bugs);
  bugs.restore(std::move(state->summary.bugs));
  state->summary.bugs.clear();
  covered.add(state->covered);
  if (share.joined()) {
    budget.resume(state->summary.seconds, 0);
    return {};
  }
  bulletin.resume(state->summary);
  budget.resume(state->summary.seconds, state->summary.runs);
  return {};
}

// Does an advisor order the campaign's work? Only the program could tell, but its tests do.
bool Session::repeats_runs(uint64_t last_run) {
  if (advisor == nullptr || last_run == 0 || share.joined()) return false;
  if (on_flips() != nullptr) return true;
  const Result<PortableTestCase> first = share.store().test(last_run);
  return first && !first->schedule.steps.empty();
}

bool Session::was_open(const StoredFlip& flip) const {
  return were_open_.contains({flip.run, flip.choice, flip.alternative});
}

std::vector<Parcel> Session::parcels_of(const std::vector<StoredFlip>& flips) {
  std::map<uint64_t, Parcel> by_run;
  for (const StoredFlip& flip : flips) by_run[flip.run].items.push_back({flip, 0, {}});
  std::vector<Parcel> parcels;
  for (auto& [run, parcel] : by_run) {
    parcel.run = run;
    frontier.expect(parcel);
    parcels.push_back(std::move(parcel));
  }
  return parcels;
}

void Session::give(const std::vector<StoredFlip>& flips) {
  for (Parcel& parcel : parcels_of(flips)) exchange.give(std::move(parcel));
}

void Session::tend() {
  Result<Share::News> news = share.tend();
  if (!news) return check(news.error());
  if (news->lost) return budget.stop(StopCause::lost);
  if (!news->stopped.empty()) return budget.stop(cause_named(news->stopped));
  // The first runs may come by anything, and an advisor knows one tree only.
  const bool gives = first_runs_made_ && !frontier.is_advised() && !budget.stopping();
  // Some at once, because they come from far; not so many that they are asked back.
  const uint64_t parcels = std::clamp<uint64_t>(frontier.size() / 8, 1, 16);
  exchange.others_wait(gives ? static_cast<unsigned>(news->waiting * parcels) : 0);
  giving_ = true;
  while (auto parcel = exchange.take_for_others()) {
    const Frontier::ForOthers left = frontier.leave(std::move(*parcel));
    for (const StoredFlip& flip : left.taken) check(share.resolve(flip, std::nullopt));
    check(share.release(left.flips));
  }
  giving_ = false;
}

Exchange::Refill Session::refill() {
  // Nobody may conclude that there is nothing left while something is on its way to the store.
  if (giving_) return Exchange::Refill::later;
  const Result<Share::More> more = share.more(std::max(1u, config.jobs));
  if (!more) {
    check(more.error());
    return Exchange::Refill::finished;
  }
  if (more->lost) budget.stop(StopCause::lost);
  give(more->flips);
  if (!more->flips.empty()) return Exchange::Refill::given;
  return more->finished || more->lost ? Exchange::Refill::finished : Exchange::Refill::later;
}

uint64_t Session::begin_run() {
  if (!budget.begin_run()) return 0;
  const Result<uint64_t> number = share.number();
  if (number) return *number;
  check(number.error());
  return 0;
}

RunLimits Session::limits() const {
  RunLimits limits = stalls.current();
  limits.until = budget.end();
  return limits;
}

RunLimits Session::whole_limits() const {
  RunLimits limits = stalls.whole();
  limits.until = budget.end();
  return limits;
}

RunLimits Session::limits_for_confirming(const Outcome& bug) const {
  RunLimits limits = bug.bug == BugKind::timeout ? stalls.whole() : config.limits;
  limits.until = budget.end_of_confirming();
  return limits;
}

void Session::publish(const TargetInfo& info) {
  const bool grew = covered.publish(info.coverage);
  const bool changed = bulletin.publish(info);
  if (grew || changed) check(share.put(info.coverage));
  if (changed) check(share.put(info.bug_kinds));
}

void Session::check(const Result<void>& result) {
  if (result) return;
  bulletin.fail(result.error());
  budget.stop(StopCause::failure);
}

}  // namespace cuttle
