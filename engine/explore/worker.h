// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <set>
#include <vector>

#include "engine/explore/booking.h"
#include "engine/explore/equipment.h"
#include "engine/explore/examine.h"
#include "engine/explore/input_flipper.h"
#include "engine/explore/parents.h"
#include "engine/explore/schedule_flipper.h"
#include "engine/explore/session.h"
#include "engine/explore/steps.h"
#include "engine/explore/variety.h"

namespace cuttle {

// One strand of exploration: its own pool, target, solver and strategy. Takes a flip, makes a test
// for it, runs the program, books the run, and goes on with the flips that the run opened. Memory
// is bounded: executions of the frontier are let go when there are many (kept_runs.h), and a pool
// that has grown large is replaced together with all that refers to it.
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
  std::shared_ptr<Execution> execute(const TestCase& test, const RunLimits& limits);
  // Within limits that fit the campaign.
  std::shared_ptr<Execution> attempt_run(const TestCase& test);
  void begin();  // the first runs of a campaign

  // --- Flips ----------------------------------------------------------------------------------
  std::optional<Flip> next_flip();
  std::optional<Flip> next_pursued();
  void try_flip(Flip flip);
  bool is_advised(Flip& flip);
  Flipper& flipper_of(const Flip& flip, const Execution& parent);
  void settle(const Flip& flip, Closed why, const std::optional<Limitation>& limitation);
  Flip make_flip(const std::shared_ptr<KeptRun>& parent, const Execution& execution,
                 const PathTree::Opened& open);
  void name_steps(Flip& flip, const Execution& parent);
  void bound_frontier();
  void donate();
  void unpack(const Parcel& parcel);
  void know_siblings(const Flip& flip);

  // --- Runs -----------------------------------------------------------------------------------
  // Runs a test case that was made for a flip (null: the first runs). False: the budget ended, and
  // there was no run.
  bool run(const TestCase& test, const Flip* flip, const Prediction* expected);
  void try_order(const SchedulePolicy& policy);
  // Takes up where an earlier process stopped: shows the advisor all its runs.
  struct Repeated {
    std::set<std::pair<uint64_t, uint64_t>> taken;  // digests of all ways that runs took
    std::vector<Parcel> open;
  };
  void repeat_runs(uint64_t count);
  void note_steps(const Execution& execution, Repeated& repeated) const;
  void repeat_run(uint64_t number, const std::shared_ptr<const Execution>& execution,
                  Repeated& repeated);
  std::optional<Closed> settled_before(const Parcel::Item& item);
  bool was_taken(const Execution& execution, uint64_t number, const Parcel::Item& item,
                 const Repeated& repeated) const;
  void put_back(const Flip& flip);  // it was not tried after all
  // Did the campaign's time end before the run did? Then it never happened.
  bool was_cut_off(const Execution& execution) const {
    return execution.outcome.kind == Outcome::Kind::lost && session_.budget.is_over();
  }
  std::optional<SiteId> divergence(const Prediction* expected, const Execution& execution) const;
  Booked book(const FinishedRun& run, const TestCase& actual, const FoundBug* found,
              bool shows_more, std::vector<uint32_t>& fresh);
  // Bugs that nobody had seen which the run shows beside its outcome.
  std::vector<BugReport> new_findings(uint64_t number, const TestCase& actual,
                                      const Execution& execution);
  void describe(RunRecord& record, const TestCase& shown, const Execution& execution) const;
  // An equivalent test that changes threads less often, if it shows the same bug.
  TestCase calmer(const TestCase& test, const Execution& execution);
  void report(BugReport bug);
  void confirm_again(const BugReport& bug);
  void add_flips(std::shared_ptr<const Execution> execution, const Booked& booked, uint64_t run,
                 uint32_t generation, uint32_t novelty, bool pursues);
  // Does the advisor want the flips of this run to be tried at once?
  bool pursues(const Execution& execution, const Flip* flip);

  Session& session_;
  EquipmentFactory equip_;
  Equipment equipment_;
  uint64_t pool_bound_ = 0;      // for this one; 0: it has not run anything yet
  size_t published_ = 0;         // coverage points and notes that the session knows of
  SolverStatistics statistics_;  // of solvers that were replaced
  Normaliser normaliser_;
  Variety variety_;
  Steps steps_;
  Parents parents_;
  InputFlipper input_flipper_;
  ScheduleFlipper schedule_flipper_;
  std::unique_ptr<Strategy> strategy_;  // its flips refer to what the parents keep
  const Listeners listeners_;           // of the strategy
  std::vector<Flip> pursued_;           // for the advisor: copies of flips of the strategy
  Pursuit pursuit_;
  bool from_pursuit_ = false;  // the flip that is being tried
  std::deque<Flip> put_off_;   // those that take the solver more work, oldest first
  uint64_t runs_since_hard_ = 0;
  uint64_t runs_between_hard_ = 1'000;  // doubled where it took long and was in vain
  const std::vector<PortableTestCase> seeds_;
  size_t coverage_seen_ = 0;
};

}  // namespace cuttle
