// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "engine/target/target.h"
#include "languages/prolog/builtins/interpreter.h"
#include "languages/prolog/shadow/shadow.h"
#include "languages/prolog/swi/judge.h"
#include "languages/prolog/target/goal.h"
#include "languages/prolog/target/options.h"
#include "languages/prolog/target/types.h"

namespace cuttle::prolog {

// What all targets of a campaign share.
struct Campaigning {
  std::shared_ptr<SwiSession> session;
  std::shared_ptr<Judge> judge;  // may be null: nothing is checked
  std::shared_ptr<SiteTable> sites;
  GoalPlan plan;
  TargetOptions options;
  CoverageGoal cover;
  std::string name;
  std::vector<std::string> files;
  std::vector<std::string> libraries;  // where library(...) is looked for first
};

// The kind of bug that only logic programs have: an error that nobody catches.
inline const BugKind& prolog_error() {
  static const BugKind kind("prolog-error");
  return kind;
}

// Runs the goal with ground inputs on our machine, with the shadow recording its choices.
class PrologTarget : public Target {
 public:
  static Result<std::unique_ptr<PrologTarget>> create(const Campaigning& shared, ExprPool& pool);

  const TargetInfo& info() const override { return info_; }
  Execution run(const TestCase& test, const RunLimits& limits) override;
  Confirmation confirm(const TestCase& test, const Outcome& expected,
                       const RunLimits& limits) override;
  std::vector<std::string> describe(const TestCase& test) const override;

  // The goal of a test case, as text that Prolog reads back; canonical: without operators.
  std::string goal_text(const TestCase& test, bool canonical = false) const;
  // What an answer (an instance of the goal) binds the goal's own variables to, as text: empty
  // when the term is cyclic or very large.
  std::vector<std::pair<std::string, std::string>> bindings(const WireTerm& answer) const;
  std::string term_text(const WireTerm& term) const;
  // Of the last run, in the form of the papers: u(1,2), b(2), f.
  std::vector<std::string> last_trace() const { return trace_; }
  Skeleton& skeleton() { return skeleton_; }
  Interpreter& interpreter() { return interpreter_; }
  const TargetOptions& options() const { return shared_.options; }
  const GoalPlan& plan() const { return *plan_; }
  // Calls another goal from now on: one without inputs.
  void call(const GoalPlan& plan) { plan_ = &plan; }
  Shadow& shadow() { return shadow_; }
  // The inputs that have first values have them. To be called within a run.
  Literal first_inputs();
  // The goal with these terms as its inputs, in the order of the skeleton's roots.
  Cell goal_with(const std::vector<Cell>& inputs) const { return build_goal(&inputs); }
  // Of the last run (Machine::digest), when the machine is asked for it.
  uint64_t last_digest() const { return interpreter_.machine.digest(); }

 private:
  PrologTarget(const Campaigning& shared, ExprPool& pool);
  Result<void> prepare();
  void choose_coverage(const Signature& signature);
  void place_seed(PositionId p, const WireTerm& seed);
  // With the inputs symbolic, or given.
  Cell build_goal(const std::vector<Cell>* inputs = nullptr) const;
  Cell build(const WireTerm& t, std::vector<Cell>& variables,
             const std::vector<Cell>* inputs) const;
  Cell input_cell(const GoalInput& input, const std::vector<Cell>* inputs) const;
  void prefer_other_ranges(Execution& execution) const;
  // A simpler test of a bug must go the way of the run that found it: it is that path's test.
  bool leaves_path(const TestCase& test, const Outcome& bug, const RunLimits& limits);
  static uint64_t path_of(const Execution& execution);
  static std::string key_of(const Outcome& outcome);
  Outcome outcome_of(RunEnd end, const std::vector<FlatTerm>& answers);
  std::string answer_text(const FlatTerm& answer);
  std::vector<std::pair<std::string, Cell>> named_values(Cell answer) const;
  std::string place_of_no_rule(Cell error) const;
  std::string place_of(AtomId module, FunctorId functor) const;  // of the predicate's first clause
  std::string render_goal(Cell goal, bool canonical) const;
  // For messages: large terms end in "...".
  std::string shown(Cell term) const { return interpreter_.show(term, longest_message); }
  static constexpr size_t longest_message = 400;
  std::string argument_text(Cell term) const;
  std::string variable_name(uint32_t variable) const;
  void name_variables(const WireTerm& wire, Cell term,
                      std::unordered_map<uint64_t, std::string>& names) const;
  void take_trace(const std::vector<TraceStep>& steps);
  // Runs the test case again, here and in SWI-Prolog, and says what SWI-Prolog did differently: the
  // end, the answers or the clauses it went through. Empty when it agrees. The clauses are compared
  // only for short runs: tracing is slow.
  struct Comparison {
    std::string difference;
    Outcome outcome;                        // of our run
    std::optional<Outcome> nondeterminism;  // a `:- det` that does not hold: only SWI-Prolog knows
  };
  Comparison compare_with_swi(const TestCase& test, const RunLimits& limits, uint64_t inferences);
  std::optional<Outcome> nondeterminism(const Verdict& verdict);
  std::string disagreement(const Verdict& verdict, RunEnd end,
                           const std::vector<FlatTerm>& answers);
  std::string trace_disagreement(const Verdict& verdict, const std::vector<TraceStep>& steps) const;
  bool variant(Cell ours, Cell theirs) const;

  const Campaigning& shared_;
  const GoalPlan* plan_;
  mutable Interpreter interpreter_;
  mutable Skeleton skeleton_;
  mutable Shadow shadow_;
  std::unique_ptr<DomainTable> domains_;
  std::map<const GoalInput*, PositionId> roots_;
  TargetInfo info_;
  std::vector<uint32_t> coverage_;  // by the program's number of a clause: the coverage point
  size_t covered_ = 0;
  std::vector<std::string> trace_;
  std::map<std::string, uint64_t> paths_;  // of the first run with a bug, by its key
  bool refused_ = false;                   // the last test that was to be confirmed
};

}  // namespace cuttle::prolog
