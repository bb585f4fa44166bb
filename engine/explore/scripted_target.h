// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/explore/budget.h"
#include "engine/expr/evaluator.h"
#include "engine/target/language.h"

namespace cuttle {

// For tests of the engine: a program under test written as a C++ function over a ScriptedRun. It is
// a Target like any other, without compilers and processes.
//
//   ScriptedFactory factory([](ScriptedRun& run) {
//     ExprId x = run.input("x", 8);
//     if (run.branch(1, run.pool().eq(x, run.pool().bits(8, 42)))) run.fail("found", "demo:2");
//   });
class ScriptedRun {
 public:
  ScriptedRun(ExprPool& pool, const TestCase& test, Execution& execution, bool inspected,
              Deadline& clock, const RunLimits& limits)
      : pool_(pool),
        test_(test),
        execution_(execution),
        inspected_(inspected),
        clock_(clock),
        limits_(limits) {
    evaluator_.emplace(pool, execution.inputs);
  }

  ExprPool& pool() { return pool_; }
  ExprId input(const std::string& name, unsigned width);
  uint64_t value(ExprId e) { return evaluator_->evaluate(e).low64(); }
  bool branch(SiteId site, ExprId condition);
  // A switch over `e`: the index of the case, cases.size() for the default.
  size_t select(SiteId site, ExprId e, const std::vector<uint64_t>& cases);
  // A branch on whether `e` has one of these values (ascending), which share their way.
  bool one_of(SiteId site, ExprId e, const std::vector<uint64_t>& values);
  // An open choice: which value `key` has.
  uint64_t open_choice(SiteId site, ExprId key);
  // A race among `threads` (ascending): the one that the schedule wants, or the first.
  uint32_t race(SiteId site, const std::vector<uint32_t>& threads);
  void assume(SiteId site, ExprId condition);
  void limit(Limitation limitation) { execution_.limitations.push_back(std::move(limitation)); }
  [[noreturn]] void fail(const std::string& message, const std::string& location);
  // Only seen by who looks closely: Inspector::inspect and Target::confirm.
  void fail_unseen(const std::string& message, const std::string& location) {
    if (inspected_) fail(message, location);
  }
  // Takes so many seconds of the factory's clock; the run is lost when that is beyond its limits.
  void take(double seconds);
  // Never ends: takes all that its limits allow, and says how much that was.
  [[noreturn]] void hang(const std::string& location, double& seconds);
  bool is_plain() const { return inspected_; }  // a replay or a second look
  // Something for the run's log.
  void note(RunEvent event) {
    event.choice = static_cast<uint32_t>(execution_.choices.size());
    execution_.log.events.push_back(event);
  }
  void cover(uint32_t point) { execution_.covered.push_back(point); }

 private:
  [[noreturn]] void end_with_bug(const std::string& message, const std::string& location);

  ExprPool& pool_;
  const TestCase& test_;
  Execution& execution_;
  bool inspected_;
  Deadline& clock_;
  const RunLimits& limits_;
  size_t races_ = 0;
  std::optional<Evaluator> evaluator_;  // renewed whenever an input gets its value
};

using ScriptedProgram = std::function<void(ScriptedRun&)>;

class ScriptedFactory : public TargetFactory {
 public:
  // Bugs are confirmed unless `confirms` is false.
  explicit ScriptedFactory(ScriptedProgram program, bool confirms = true)
      : program_(std::move(program)), confirms_(confirms) {}
  Result<std::unique_ptr<Target>> create(ExprPool& pool) override;
  CoverageGoal goal() const override { return goal_; }
  void aim_at(CoverageGoal goal) { goal_ = std::move(goal); }
  std::vector<PortableTestCase> seeds() const override { return seeds_; }
  void begin_with(std::vector<PortableTestCase> seeds) { seeds_ = std::move(seeds); }
  // What ScriptedRun::take() moves; to be used with one worker.
  Deadline now() const { return clock_; }

 private:
  Deadline clock_ = steady_now();
  ScriptedProgram program_;
  bool confirms_;
  CoverageGoal goal_;
  std::vector<PortableTestCase> seeds_;
};

}  // namespace cuttle
