// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "languages/prolog/builtins/interpreter.h"
#include "languages/prolog/shadow/shadow.h"

namespace cuttle::prolog {

// A rule that the first goal of a state may be unfolded with: when, and what is to be solved then.
struct RuleMatch {
  const Clause* clause = nullptr;
  ExprId condition;  // on the inputs; false: never
  Literal literal;   // the same, part by part
  FlatTerm goals;
};

// Matches goals with rules Head :- Constraints, Goals. The constraints at the start of a body
// belong to the rule: =/2, dif/2 and comparisons of integers (`#<` and `<` alike).
class RuleMatcher {
 public:
  RuleMatcher(Interpreter& interpreter, Shadow& shadow)
      : interpreter_(interpreter), store_(interpreter.store), shadow_(shadow) {}

  // `goals`: a list that is not empty. A constraint is a goal with one rule, which has no clause.
  std::vector<RuleMatch> matches(const FlatTerm& goals, AtomId module);
  // Goals that no rule can be found for, as name/arity, and constraints that were not understood.
  const std::vector<std::string>& complaints() const { return complaints_; }
  // The constraint, as a goal, that a condition of a literal stands for; null: there is none.
  // Symbolic cells in it are input positions, or integers with a definition.
  const FlatTerm* description(ExprId condition) const;
  const FlatTerm* definition(Cell integer) const;

 private:
  void unify(Cell a, Cell b);
  void unify_symbolic(Cell a, Cell b);
  bool constrain(Cell goal);  // false: it is no constraint
  bool constrain_range(Cell x, Cell range);
  std::vector<Cell> compiled_constraint(Cell goal) const;
  void differ(Cell a, Cell b);
  bool has_variables(Cell c) const;
  void compare(const std::string& relation, Cell a, Cell b);
  ExprId number(Cell c);
  // Conditions from `first` on say what the goal says.
  void describe(size_t first, const std::string& relation, Cell a, Cell b);
  ExprId conjunction(const Literal& literal);
  Cell conjuncts(Cell body, Cell rest);
  std::string indicator(Cell goal) const;
  void complain(const std::string& what);

  Interpreter& interpreter_;
  Store& store_;
  Shadow& shadow_;
  Literal literal_;  // of the match that is being computed
  std::map<ExprId, FlatTerm> descriptions_;
  std::map<Cell, FlatTerm> definitions_;  // of integers that the rules compute
  std::vector<std::string> complaints_;
};

}  // namespace cuttle::prolog
