// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/prune/clauses.h"

namespace cuttle {

// Weakest preconditions: which states before a step lead to states that satisfy a clause set
// behind it. Exact.
class Backward {
 public:
  Backward(StateVariables& variables, Clauses& clauses)
      : variables_(variables), pool_(variables.pool()), clauses_(clauses) {}

  // `behind`: what must hold behind each arm of the step (one when it has none); null: true.
  ClauseSet through(const ProgramStep& step, std::span<const ClauseSet* const> behind);

 private:
  void through(const ProgramStep& step, const Clause& clause, ExprId unless, ClauseSet& result);
  uint32_t unused_number(const Clause& clause);

  StateVariables& variables_;
  ExprPool& pool_;
  Clauses& clauses_;
};

}  // namespace cuttle
