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
  std::vector<std::vector<unsigned>> traces = {};
  unsigned answers = 0;
  // Each choice of a rule as the paper labels it: the trace so far, the rules that match the
  // concrete state, and those that match the symbolic one: "2.3: {4} of {4,5}".
  std::vector<std::string> steps = {};
  // What was not understood, or cut off, and was not said of an earlier case.
  std::vector<std::string> incomplete = {};
};

// The concolic testing procedure of "Concolic Testing in CLP" (Figures 1 and 2): runs a constrained
// call and its symbolic shadow together and computes the alternatives at each new trace. One case
// after the other, in an order that depends on nothing but the program and the first call:
//
//   while (explorer.has_next()) use(explorer.next());
//
// Nothing that it keeps is on the heap of the interpreter, which others may use in between.
class ConstrainedExplorer {
 public:
  // Starts with the call that satisfies `first`. Derivations are at most `max_steps` long. The
  // shadow is the explorer's own: the cells of the goals refer to it.
  ConstrainedExplorer(Interpreter& interpreter, Shadow& shadow, Solver& solver, Cell goal,
                      AtomId module, Constraint first, unsigned max_steps = 1000);

  bool has_next() const { return next_ < pending_.size(); }
  // Gives its derivations up after so many seconds, and says so.
  ConstrainedCase next(double seconds = 1e9);
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

  void execute(ConstrainedCase& test, double seconds);
  void step(const State& state, std::vector<State>& stack, std::vector<std::string>& steps);
  bool control(const State& state, std::vector<State>& stack);
  void guard(const State& state, const Literal& failed, std::vector<State>& stack);
  void find_alternatives(const State& state, const std::vector<RuleMatch>& matches,
                         const std::vector<size_t>& symbolic, const std::vector<bool>& taken);
  // What was found at one trace.
  struct Place {
    std::set<ExprId> visited;  // symbolic constraints
    std::vector<ExprId> alternatives;
  };
  bool is_known(const Place& place, ExprId constraint);
  bool possible(ExprId condition);
  void note(const std::string& what);

  Interpreter& interpreter_;
  Shadow& shadow_;
  Solver& solver_;
  RuleMatcher rules_;
  ControlReader control_;
  FlatTerm goals_;
  AtomId module_;
  unsigned max_steps_;
  std::vector<Constraint> pending_;
  size_t next_ = 0;        // of pending_
  std::set<ExprId> seen_;  // constraints that are or were pending
  std::map<std::vector<unsigned>, Place> places_;
  std::vector<std::string> notes_;
};

}  // namespace cuttle::prolog
