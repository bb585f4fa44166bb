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
  bool cuts = false;  // the goals have a cut of the clause
};

// Matches goals with rules Head :- Constraints, Goals. The constraints at the start of a body
// belong to the rule: =/2, dif/2 and comparisons of integers (`#<` and `<` alike).
class RuleMatcher {
 public:
  RuleMatcher(Interpreter& interpreter, Shadow& shadow)
      : interpreter_(interpreter), store_(interpreter.store), shadow_(shadow) {}

  // `goals`: a list that is not empty. A constraint is a goal with one rule, which has no clause.
  // `level`: where the alternatives of the call will be on the stack; cuts go back to there.
  std::vector<RuleMatch> matches(const FlatTerm& goals, AtomId module, size_t level);
  // Is the first goal one?
  bool is_constraint(const FlatTerm& goals);
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
  bool tests_integers(Cell condition) const;
  void differ(Cell a, Cell b);
  bool has_variables(Cell c) const;
  void compare(const std::string& relation, Cell a, Cell b);
  ExprId number(Cell c);
  ExprId operation(const std::string& name, Cell a, Cell b);
  ExprId relation(const std::string& name, ExprId x, ExprId y);
  // Reified constraints: when the formula holds; none when it is not understood.
  ExprId truth(Cell formula);
  bool constrain_formula(const std::string& name, Cell goal);
  Cell reified(Cell integer, Cell other) const;
  // Conditions from `first` on say what the goal says.
  void describe(size_t first, const std::string& relation, Cell a, Cell b);
  void describe(size_t first, Cell goal);
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
  std::map<Cell, FlatTerm> reified_;      // integers that say whether a formula holds
  std::vector<std::string> complaints_;
};

}  // namespace cuttle::prolog
