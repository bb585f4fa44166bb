// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/explore/session.h"

namespace cuttle {

// One strand of exploration: its own pool, target, solver and strategy. Takes a flip, solves for
// it, runs the program, books the run, and goes on with the flips that the run opened.
class Worker {
 public:
  Worker(Session& session, ExprPool& pool, Target& target, Solver& solver,
         std::unique_ptr<Strategy> strategy, std::vector<PortableTestCase> seeds);

  // Returns when all work is done or the session stops.
  void work();

 private:
  void begin();  // the first runs of a campaign
  void try_flip(Flip flip);
  ExprId goal_of(const Flip& flip);
  void run(TestCase test, const Flip* flip);
  struct FoundBug {
    TestCase shown;  // shows the bug, and is as simple as we could make it
    BugReport report;
  };
  FoundBug examine_bug(uint64_t run, const TestCase& test, Execution& execution);
  TestCase simplest(const TestCase& test, Execution& execution);
  BugReport report_of(uint64_t run, const TestCase& shown, const Outcome& seen,
                      const Confirmation& confirmation);
  void confirm_again(BugReport bug);
  void add_flips(std::shared_ptr<const Execution> execution,
                 const std::vector<PathTree::Opened>& opened, uint64_t run, uint32_t generation,
                 uint32_t novelty);
  void bound_frontier();
  void donate();
  void unpack(const Parcel& parcel);
  // Executes a recorded run again; null (and a limitation) when that fails.
  std::shared_ptr<const Execution> repeat(uint64_t run);
  bool complete_siblings(Flip& flip);
  std::string location_of(const Flip& flip) const;

  Session& session_;
  ExprPool& pool_;
  Target& target_;
  Solver& solver_;
  std::unique_ptr<Strategy> strategy_;
  const std::vector<PortableTestCase> seeds_;
  RunLimits limits_;
  size_t coverage_seen_ = 0;
};

}  // namespace cuttle
