// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "engine/target/target.h"
#include "languages/prolog/builtins/interpreter.h"
#include "languages/prolog/shadow/shadow.h"
#include "languages/prolog/swi/judge.h"
#include "languages/prolog/target/goal.h"
#include "languages/prolog/target/types.h"

namespace cuttle::prolog {

struct TargetOptions {
  DomainOptions domains;
  unsigned answers = 1;  // 0: all
  uint64_t inferences = 1'000'000;
  uint64_t max_choices = 100'000;
  bool trace = false;  // describe() shows the trace
  enum class Check : uint8_t { none, bugs, all } check = Check::all;
};

// What all targets of a campaign share.
struct Campaigning {
  std::shared_ptr<SwiSession> session;
  std::shared_ptr<Judge> judge;  // may be null: nothing is checked
  std::shared_ptr<SiteTable> sites;
  GoalPlan plan;
  TargetOptions options;
  std::string name;
};

// Runs the goal with ground inputs on our machine, with the shadow recording its choices.
class PrologTarget : public Target {
 public:
  static Result<std::unique_ptr<PrologTarget>> create(const Campaigning& shared, ExprPool& pool);

  const TargetInfo& info() const override { return info_; }
  Execution run(const TestCase& test, const RunLimits& limits) override;
  Confirmation confirm(const TestCase& test, const Outcome& expected,
                       const RunLimits& limits) override;
  std::vector<std::string> describe(const TestCase& test) const override;

  // The goal of a test case, as text that Prolog reads back.
  std::string goal_text(const TestCase& test) const;
  // Of the last run, in the form of the papers: u(1,2), b(2), f.
  std::vector<std::string> last_trace() const { return trace_; }
  Skeleton& skeleton() { return skeleton_; }
  Interpreter& interpreter() { return interpreter_; }
  const TargetOptions& options() const { return shared_.options; }
  const GoalPlan& plan() const { return shared_.plan; }
  // The goal with these terms as its inputs, in the order of the skeleton's roots.
  Cell goal_with(const std::vector<Cell>& inputs) const { return build_goal(&inputs); }
  // Of the last run (Machine::digest), when the machine is asked for it.
  uint64_t last_digest() const { return interpreter_.machine.digest(); }

 private:
  PrologTarget(const Campaigning& shared, ExprPool& pool);
  Result<void> prepare();
  void place_seed(PositionId p, const WireTerm& seed);
  // With the inputs symbolic, or given.
  Cell build_goal(const std::vector<Cell>* inputs = nullptr) const;
  Cell build(const WireTerm& t, std::vector<Cell>& variables,
             const std::vector<Cell>* inputs) const;
  Cell input_cell(const GoalInput& input, const std::vector<Cell>* inputs) const;
  Outcome outcome_of(RunEnd end, const std::vector<FlatTerm>& answers);
  std::string answer_text(const FlatTerm& answer);
  std::string render_goal(Cell goal, bool canonical) const;
  void take_trace(const std::vector<TraceStep>& steps);
  // What SWI-Prolog did differently; empty when it agrees.
  std::string disagreement(const Verdict& verdict, RunEnd end,
                           const std::vector<FlatTerm>& answers);
  bool variant(Cell ours, Cell theirs) const;

  const Campaigning& shared_;
  mutable Interpreter interpreter_;
  mutable Skeleton skeleton_;
  mutable Shadow shadow_;
  std::unique_ptr<DomainTable> domains_;
  std::map<const GoalInput*, PositionId> roots_;
  TargetInfo info_;
  std::vector<std::string> trace_;
};

}  // namespace cuttle::prolog
