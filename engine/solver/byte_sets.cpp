// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/byte_sets.h"

#include <algorithm>
#include <cstdlib>

namespace cuttle {

// False when that takes too long.
bool ByteSets::compute_missing(WordContext& context, VarId var, unsigned width) {
  const Problem& problem = context.problem;
  if (sets_.size() + problem.constraints.size() > max_sets) sets_.clear();
  missing_.clear();
  for (ExprId e : problem.constraints) {
    if (!sets_.contains(e)) missing_.push_back(e);
  }
  if (missing_.empty()) return true;
  computed_.assign(missing_.size(), Set{});
  const uint64_t limit = context.evaluator.steps() + max_steps;
  for (unsigned value = 0; value < 1u << width; ++value) {
    context.evaluator.begin(problem.hint);
    context.evaluator.override_variable(var, uint64_t{value});
    for (size_t i = 0; i < missing_.size(); ++i) {
      if (!context.evaluator.is_true(missing_[i])) continue;
      computed_[i][value / 64] |= uint64_t{1} << value % 64;
    }
    if (context.evaluator.steps() > limit || problem.meter.late()) return false;
  }
  for (size_t i = 0; i < missing_.size(); ++i) sets_.emplace(missing_[i], computed_[i]);
  return true;
}

bool ByteSets::solve(WordContext& context) {
  const Problem& problem = context.problem;
  if (problem.variables.size() != 1) return false;
  const VarId var = problem.variables[0];
  const Sort sort = problem.pool.variable_info(var).sort;
  if (!is_narrow(sort) || bit_width(sort) > 8) return false;
  Set left{~uint64_t{0}, ~uint64_t{0}, ~uint64_t{0}, ~uint64_t{0}};
  if (!compute_missing(context, var, bit_width(sort))) return false;
  for (ExprId e : problem.constraints) {
    const Set& set = sets_.at(e);
    for (size_t i = 0; i < left.size(); ++i) left[i] &= set[i];
  }
  const int old = static_cast<int>(problem.hint.narrow(var));
  int best = -1;
  for (int value = 0; value < 1 << bit_width(sort); ++value) {
    if ((left[static_cast<size_t>(value) / 64] >> value % 64 & 1) == 0) continue;
    if (best < 0 || std::abs(value - old) < std::abs(best - old)) best = value;
  }
  if (best < 0) {
    context.out.answer = Answer::unsat;
  } else {
    answer_sat(context, {{var, static_cast<uint64_t>(best)}});
  }
  return true;
}

}  // namespace cuttle
