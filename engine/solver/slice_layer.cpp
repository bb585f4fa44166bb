// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/slice_layer.h"

#include <algorithm>

namespace cuttle {

void SliceLayer::solve(Problem& problem, Verdict& out) {
  problem.path.slice(problem.goals, slice_);
  goal_codes_.clear();
  for (ExprId goal : problem.goals) goal_codes_.push_back(problem.literals.code(goal));
  problem.constraints = problem.goals;
  for (ExprId e : slice_.kept) {
    const LiteralCode code = problem.literals.code(e);
    const bool is_goal =
        std::find(goal_codes_.begin(), goal_codes_.end(), code) != goal_codes_.end();
    if (!is_goal) problem.constraints.push_back(e);
  }
  problem.implied.swap(slice_.subsumed);
  problem.variables.swap(slice_.variables);
  seen_ += problem.path.size();
  kept_ += problem.constraints.size() - problem.goals.size();
  subsumed_ += problem.implied.size();
  pass_on(problem, out);
}

void keep_everything(Problem& problem) {
  problem.constraints = problem.goals;
  problem.implied.clear();
  for (size_t i = 0; i < problem.path.size(); ++i) {
    problem.constraints.push_back(problem.path.conjunct(i));
  }
  problem.variables.clear();
  for (ExprId e : problem.constraints) {
    const std::span<const VarId> variables = problem.pool.variables_of(e);
    problem.variables.insert(problem.variables.end(), variables.begin(), variables.end());
  }
  std::sort(problem.variables.begin(), problem.variables.end());
  problem.variables.erase(std::unique(problem.variables.begin(), problem.variables.end()),
                          problem.variables.end());
}

}  // namespace cuttle
