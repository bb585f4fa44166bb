// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "languages/prolog/constrained/alts.h"
#include "languages/prolog/constrained/control.h"
#include "languages/prolog/constrained/rules.h"

namespace cuttle::prolog {

// What is said about the inputs: all of `holds`, none of `excluded`.
struct Constraint {
  ExprId expr;
  std::vector<Literal> holds, excluded;
};

// A call with a constraint on its inputs, and the traces of its derivations in the order in which
// they are tried: labels of clauses.
struct ConstrainedCase {
  Constraint constraint;
  std::vector<std::vector<unsigned>> traces;
  unsigned answers = 0;
};

struct ConstrainedResult {
  std::vector<ConstrainedCase> cases;
  std::vector<std::string> incomplete;  // what was not understood, or cut off
};

// The concolic testing procedure of "Concolic Testing in CLP" (Figures 1 and 2): runs a constrained
// call and its symbolic shadow together and computes the alternatives at each new trace.
class ConstrainedExplorer {
 public:
  ConstrainedExplorer(Interpreter& interpreter, Shadow& shadow, Solver& solver)
      : interpreter_(interpreter),
        shadow_(shadow),
        solver_(solver),
        rules_(interpreter, shadow),
        control_(interpreter.store) {}

  // Starts with the call that satisfies `first`. Derivations are at most `max_steps` long.
  ConstrainedResult run(Cell goal, AtomId module, Constraint first, unsigned max_steps = 1000,
                        unsigned max_cases = 1000);
  const RuleMatcher& rules() const { return rules_; }

 private:
  // Alternatives that a cut to come will forget, so that they are reached only if what is in front
  // of the cut has no answer.
  struct Guard {
    size_t begin, end;  // on the stack
    size_t holds;       // how many literals held before
  };
  // The same goals for the concrete and the symbolic state; only their constraints differ.
  struct State {
    FlatTerm goals;
    ExprId concrete;
    Constraint symbolic;
    std::vector<unsigned> trace;
    std::vector<unsigned> place;  // the trace with the branches and constraints in between
    std::vector<Guard> guards;
    bool forgotten = false;
  };

  void execute(ConstrainedCase& test, const FlatTerm& goals, AtomId module, unsigned max_steps);
  void step(const State& state, AtomId module, std::vector<State>& stack);
  bool control(const State& state, std::vector<State>& stack);
  void guard(const State& state, const Literal& failed, std::vector<State>& stack);
  bool possible(ExprId condition);
  void note(const std::string& what);

  Interpreter& interpreter_;
  Shadow& shadow_;
  Solver& solver_;
  RuleMatcher rules_;
  ControlReader control_;
  ConstrainedResult result_;
  void find_alternatives(const State& state, const std::vector<RuleMatch>& matches,
                         const std::vector<size_t>& symbolic, const std::vector<bool>& taken);

  std::vector<Constraint> pending_;
  std::set<ExprId> seen_;  // constraints that are or were pending
  std::set<std::vector<unsigned>> known_places_;
};

}  // namespace cuttle::prolog
