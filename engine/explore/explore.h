// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "engine/campaign/campaign_store.h"
#include "engine/explore/budget.h"
#include "engine/explore/config.h"
#include "engine/path/advisor.h"
#include "engine/report/summary.h"
#include "engine/solver/solver.h"
#include "engine/target/language.h"

namespace cuttle {

// What the progress line shows.
struct Progress {
  uint64_t runs = 0, paths = 0, frontier = 0, bugs = 0;
  uint64_t covered = 0, coverable = 0;  // of the first coverage family
  double seconds = 0;
  double runs_per_second = 0;
  double seconds_left = -1;  // by the tightest budget; negative: unknown
};

// Receives what happens, on the thread that calls explore(); never from two threads at once.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void progress(const Progress&) {}    // several times a second
  virtual void bug_found(const BugReport&) {}  // after confirmation
  virtual void note(const std::string&) {}     // one-time remarks for the user
};

using SolverFactory = std::function<std::unique_ptr<Solver>(ExprPool&, const SolverLimits&)>;

// The concolic loop. Runs until the frontier is empty, a budget ends or `stop` becomes true.
// Everything found is in `campaign` at any time; the summary is also saved there. An advisor, if
// there is one, is asked which ways are worth running (engine/path/advisor.h).
//
// Several processes may explore one campaign, each with a holder of its store: one that began or
// resumed it, and any number with Config::join. All come to an end together; the first one waits
// for the others and returns what all of them found, each other one what it contributed
// (`exhausted`: it left because nothing was left to do).
Result<Summary> explore(const Config& config, TargetFactory& targets, const SolverFactory& solvers,
                        CampaignStore& campaign, Observer& observer, const std::atomic<bool>& stop,
                        Advisor* advisor = nullptr, const Now& clock = steady_now);

}  // namespace cuttle
