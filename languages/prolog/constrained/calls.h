// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "languages/prolog/constrained/explorer.h"

namespace cuttle::prolog {

// A constraint as Prolog has it: terms for the inputs, and goals that constrain their variables
// (dif/2, constraints of library(clpfd), and unlike/2,3 of the loader: never an instance).
struct ConstrainedCall {
  std::vector<Cell> inputs;  // by root of the skeleton
  std::vector<Cell> goals;
  std::map<Cell, PositionId> variables;  // whose position they are
};

// Writes constraints on input positions as calls. The terms live on the heap of the store.
class CallWriter {
 public:
  CallWriter(Store& store, Shadow& shadow, const RuleMatcher& rules)
      : store_(store), shadow_(shadow), skeleton_(shadow.skeleton()), rules_(rules) {}

  // None when it takes more than the constraints of Prolog's libraries.
  std::optional<ConstrainedCall> write(const Constraint& constraint);

 private:
  // What is known, or assumed inside of an excluded literal, about the positions.
  struct Knowledge {
    std::map<PositionId, unsigned> symbols;
    std::map<PositionId, Cell> integers;
    std::map<PositionId, PositionId> same;
    PositionId representative(PositionId p) const;
  };
  struct Pattern {
    Knowledge assumed;
    std::set<PositionId> below;  // its own: the others are known from outside
    std::map<PositionId, Cell>* variables = nullptr;
  };
  bool include(const Literal& literal);
  bool exclude(const Literal& literal);
  bool exclude_integers(PositionId p);
  bool exclude_pattern(Pattern& pattern, const std::vector<Cell>& goals);
  Cell opposite(const std::vector<Cell>& goals, const Pattern* pattern);
  // Is the condition known to hold (1), known not to hold (-1), or neither?
  int known(const Condition& condition) const;
  bool add_equation(Knowledge& knowledge, Cell goal) const;
  Cell term(PositionId p, const Knowledge& knowledge, std::map<PositionId, Cell>& variables);
  Cell term_in(PositionId p, const Pattern* pattern);
  Cell resolve(Cell description, const Pattern* pattern);
  Cell pair(const char* functor, Cell a, Cell b);
  std::optional<PositionId> position(Cell c) const;

  Store& store_;
  Shadow& shadow_;
  Skeleton& skeleton_;
  const RuleMatcher& rules_;
  Knowledge known_;
  std::map<PositionId, Cell> variables_;
  std::vector<Cell> goals_;
};

}  // namespace cuttle::prolog
