// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <set>
#include <tuple>

#include "engine/explore/budget.h"
#include "engine/explore/bugs.h"
#include "engine/explore/bulletin.h"
#include "engine/explore/covered.h"
#include "engine/explore/exchange.h"
#include "engine/explore/frontier.h"
#include "engine/explore/share.h"
#include "engine/explore/stalls.h"
#include "engine/explore/tries.h"
#include "engine/target/language.h"

namespace cuttle {

// What the workers of one campaign share, part by part. Each part has a lock of its own; no two of
// them are ever held together, and none while a language, the solver or the store is called.
//
//   frontier   what is to be explored        covered   what was reached
//   bugs       which are known               budget    time, runs, and whether to stop
//   exchange   parcels between workers       share     the store, and what other processes want
//   bulletin   what people see
class Session {
 public:
  // `joins`: others work on the campaign, or did, and this session takes part.
  Session(const Config& config, CoverageGoal goal, CampaignStore& campaign, bool joins,
          const std::atomic<bool>& interrupted, Advisor* advisor = nullptr, Now clock = steady_now);

  // Takes over what an earlier session left, if there was one. `seeds`: how many tests there are to
  // begin with.
  Result<void> begin(uint64_t seeds);
  // True for exactly one worker of a new campaign: it makes the first runs, and then says so.
  bool take_first_run() { return !first_run_taken_.exchange(true); }
  void first_runs_made() { first_runs_made_ = true; }
  // For that worker: where an earlier session stopped among the tests to begin with, and what is to
  // be in the tree before the next of them may go anywhere.
  uint64_t seeds_run() const { return seeds_run_; }
  // Where an advisor says what is tried, it must see all earlier runs again, in their order: how
  // many there are, for exactly one worker; 0 for the others.
  uint64_t take_runs_to_repeat() { return runs_to_repeat_.exchange(0); }
  // Of the flips that those runs opened these were still open.
  bool was_open(const StoredFlip& flip) const;
  std::vector<Parcel> take_earlier_work() { return std::move(earlier_work_); }
  // To be called now and then: exchanges work with other processes.
  void tend();
  // When the workers of this process have nothing left to do.
  Exchange::Refill refill();
  // The number of the next run; 0 when there may be none.
  uint64_t begin_run();
  // What a run may take now, what one may that is to come to its end, and what a replay may that
  // confirms a bug.
  RunLimits limits() const;
  RunLimits whole_limits() const;
  RunLimits limits_for_confirming(const Outcome& bug) const;
  // Tells what there is to cover. Cheap when nothing changed.
  void publish(const TargetInfo& info);
  // A failure of the store or of the machine ends the campaign.
  void check(const Result<void>& result);
  // What the campaign came to so far, as far as this session knows.
  Summary summarise();
  // The same with what all processes recorded. `own`: this session's.
  Result<Summary> summarise_all(const Summary& own);

  const Config& config;
  Share share;
  const CoverageGoal goal;
  Advisor* const advisor;
  // Abilities of the advisor; null where there is none.
  OrderAdvisor* on_orders() const { return advisor == nullptr ? nullptr : advisor->on_orders(); }
  FlipAdvisor* on_flips() const { return advisor == nullptr ? nullptr : advisor->on_flips(); }
  Tries tries;
  Budget budget;
  Stalls stalls;
  Covered covered;
  Bugs bugs;
  Frontier frontier;
  Exchange exchange;
  Bulletin bulletin;

 private:
  bool repeats_runs(uint64_t last_run);
  std::optional<Limitation> why_stopped(uint64_t flips_left) const;
  std::vector<Parcel> parcels_of(const std::vector<StoredFlip>& flips);
  void give(const std::vector<StoredFlip>& flips);

  uint64_t seeds_run_ = 0;
  std::vector<Parcel> earlier_work_;
  std::atomic<uint64_t> runs_to_repeat_{0};
  std::set<std::tuple<uint64_t, uint32_t, AlternativeId>> were_open_;
  std::atomic<bool> first_run_taken_{false}, first_runs_made_{false};
  std::atomic<bool> giving_{false};  // to other processes: what was taken is not in the store yet
  std::ptrdiff_t earlier_bugs_ = 0;  // that others had found when this session joined
};

}  // namespace cuttle
