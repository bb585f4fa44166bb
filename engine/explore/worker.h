// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "engine/explore/equipment.h"
#include "engine/explore/labour.h"
#include "engine/explore/session.h"
#include "engine/explore/steps.h"
#include "engine/explore/variety.h"
#include "engine/path/kept_runs.h"

namespace cuttle {

// One strand of exploration: its own pool, target, solver and strategy. Takes a flip, solves for
// it, runs the program, books the run, and goes on with the flips that the run opened. Memory is
// bounded: executions of the frontier are let go when there are many (kept_runs.h), and a pool that
// has grown large is replaced together with all that refers to it.
class Worker {
 public:
  Worker(Session& session, EquipmentFactory equip, std::unique_ptr<Strategy> strategy,
         std::vector<PortableTestCase> seeds);

  // Returns when all work is done or the session stops.
  void work();

 private:
  ExprPool& pool() { return *equipment_.pool; }
  Target& target() const { return *equipment_.target; }
  // False when the session failed.
  bool take_equipment();
  bool renew_equipment();  // when it is time
  std::shared_ptr<Execution> execute(const TestCase& test);
  void begin();  // the first runs of a campaign
  std::optional<Flip> next_flip();
  void try_flip(Flip flip);
  ExprId goal_of(const Flip& flip, const Execution& parent);
  // Runs a test case that was made for a flip of `parent` (both null: the first run).
  void run(TestCase test, const Flip* flip, const Execution* parent);
  struct FoundBug {
    TestCase shown;  // shows the bug, and is as simple as we could make it
    BugReport report;
  };
  // What a second look at a run shows that went well and covers something new.
  void inspect(const TestCase& test, Execution& execution);
  FoundBug examine_bug(uint64_t run, const TestCase& test, Execution& execution);
  TestCase simplest(const TestCase& test, Execution& execution);
  BugReport report_of(uint64_t run, const TestCase& shown, const Outcome& seen,
                      const Confirmation& confirmation);
  void confirm_again(BugReport bug);
  void add_flips(std::shared_ptr<const Execution> execution,
                 const std::vector<PathTree::Opened>& opened, uint64_t run, uint32_t generation,
                 uint32_t novelty);
  void name_steps(Flip& flip, const Execution& parent);
  void bound_frontier();
  void donate();
  void unpack(const Parcel& parcel);
  // What the flip's parent did; executed again when it was let go. Null when that went another way.
  std::shared_ptr<const Execution> parent_of(const Flip& flip);
  // Executes a recorded run again; null (and a limitation) when that fails.
  std::shared_ptr<const Execution> repeat(uint64_t run);
  // Fills `excluded`; false when a recorded run went another way.
  bool exclude(Flip& flip, const Execution& parent);
  std::string location_of(const Flip& flip) const;

  Session& session_;
  EquipmentFactory equip_;
  Equipment equipment_;
  uint64_t equipments_ = 0;      // how many there were
  uint64_t pool_bound_ = 0;      // for this one; 0: it has not run anything yet
  SolverStatistics statistics_;  // of solvers that were replaced
  Normaliser normaliser_;
  Variety variety_;
  Labour labour_;
  Steps steps_;
  KeptRuns kept_;
  std::unique_ptr<Strategy> strategy_;  // its flips refer to what is kept
  std::deque<Flip> put_off_;            // those that take the solver more work, oldest first
  uint64_t runs_since_hard_ = 0;
  uint64_t runs_between_hard_ = 1'000;  // doubled where it took long and was in vain
  const std::vector<PortableTestCase> seeds_;
  const RunLimits limits_;
  size_t coverage_seen_ = 0;
};

}  // namespace cuttle
