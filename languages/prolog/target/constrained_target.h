// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "languages/prolog/constrained/calls.h"
#include "languages/prolog/target/target.h"

namespace cuttle::prolog {

// Test cases that are constrained calls, such as `dif(N,a), p(N)`. The one input of a test case is
// the number of its call, in the order in which the calls are found; each run finds one more. Its
// path asks "is there more to come?" at each call up to its own:
//
//   call 2 of 4:   call > 0: yes   call > 1: yes   call > 2: no
//
// so the engine goes from call to call, with its budget, and stops where none is pending. A path
// has a choice for each call before its own; next to finding a call that is not measurable (of 800
// calls less than a hundredth).
class ConstrainedTarget : public Target {
 public:
  static Result<std::unique_ptr<ConstrainedTarget>> create(const Campaigning& shared,
                                                           ExprPool& pool);

  const TargetInfo& info() const override { return target_->info(); }
  Execution run(const TestCase& test, const RunLimits& limits) override;
  Confirmation confirm(const TestCase& test, const Outcome& expected,
                       const RunLimits& limits) override;
  std::vector<std::string> describe(const TestCase& test) const override;

  // The target that calls the goal of this test case, which has no inputs.
  PrologTarget& calling(const TestCase& test, const RunLimits& limits = {}) const;

 private:
  // A call that was found, and what was left out on the way.
  struct Found {
    std::vector<std::string> steps;  // ConstrainedCase::steps
    GoalPlan plan;
    std::vector<Limitation> limitations;
    bool is_last = false;
  };

  ConstrainedTarget(const Campaigning& shared, ExprPool& pool) : shared_(shared), pool_(pool) {}
  void start();
  void find_next(double seconds) const;
  // A ground call that satisfies the constraint.
  ConstrainedCall instance(const Constraint& constraint) const;
  std::string name_of(PositionId p) const;
  // The number of the test case's call, which is found if it has to be. Numbers beyond the last
  // call mean the last one.
  size_t number(const TestCase& test, double seconds) const;
  void record_path(size_t number, Execution& execution) const;

  friend class PlanWriter;
  const Campaigning& shared_;
  ExprPool& pool_;
  std::unique_ptr<PrologTarget> target_;
  std::unique_ptr<Solver> solver_;
  std::unique_ptr<Shadow> shadow_;  // of the explorer
  std::unique_ptr<ConstrainedExplorer> explorer_;
  mutable std::deque<Found> calls_;  // so far
  ExprId which_;                     // the number of the call
};

}  // namespace cuttle::prolog
