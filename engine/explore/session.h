// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include "engine/explore/budget.h"
#include "engine/explore/bugs.h"
#include "engine/explore/bulletin.h"
#include "engine/explore/covered.h"
#include "engine/explore/frontier.h"
#include "engine/target/language.h"

namespace cuttle {

// What the workers of one campaign share, part by part. Each part has a lock of its own; no two of
// them are ever held together, and none while a language, the solver or the store is called.
//
//   frontier   what is to be explored        covered   what was reached
//   bugs       which are known               budget    time, runs, and whether to stop
//   bulletin   what people see               campaign  the store
class Session {
 public:
  Session(const Config& config, CoverageGoal goal, Campaign& campaign,
          const std::atomic<bool>& interrupted, Advisor* advisor = nullptr);

  // Takes over what an earlier process left.
  Result<void> resume();
  // True for exactly one worker of a new campaign: it makes the first run.
  bool take_first_run() { return !first_run_taken_.exchange(true); }
  // Tells what there is to cover. Cheap when nothing changed.
  void publish(const TargetInfo& info);
  // A failure of the store or of the machine ends the campaign.
  void check(const Result<void>& result);
  // What the campaign came to so far.
  Summary summarise();

  const Config& config;
  Campaign& campaign;
  const CoverageGoal goal;
  Advisor* const advisor;
  Budget budget;
  Covered covered;
  Bugs bugs;
  Frontier frontier;
  Bulletin bulletin;

 private:
  std::optional<Limitation> why_stopped(uint64_t flips_left) const;

  std::atomic<bool> first_run_taken_{false};
};

}  // namespace cuttle
