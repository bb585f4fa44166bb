// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "languages/prolog/constrained/calls.h"
#include "languages/prolog/target/target.h"

namespace cuttle::prolog {

// Test cases that are constrained calls, such as `dif(N,a), p(N)`. They are computed when the
// target is made; the one input of a test case is the number of its call, and the engine's part is
// to run them all.
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
  PrologTarget& calling(const TestCase& test) const;

 private:
  ConstrainedTarget(const Campaigning& shared, ExprPool& pool) : shared_(shared), pool_(pool) {}
  void explore();
  // A ground call that satisfies the constraint.
  ConstrainedCall instance(const Constraint& constraint, Solver& solver);
  std::string name_of(PositionId p) const;
  size_t number(const TestCase& test) const;
  ExprId is_call(size_t number) const;

  friend class PlanWriter;
  const Campaigning& shared_;
  ExprPool& pool_;
  std::unique_ptr<PrologTarget> target_;
  std::vector<GoalPlan> calls_;
  std::vector<Limitation> limitations_;
  ExprId which_;  // the number of the call
};

}  // namespace cuttle::prolog
