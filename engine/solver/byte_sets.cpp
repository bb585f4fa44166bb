// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/byte_sets.h"

#include <algorithm>
#include <cstdlib>

namespace cuttle {

const ByteSets::Set& ByteSets::set_of(WordContext& context, ExprId constraint, VarId var,
                                      unsigned width) {
  const auto found = sets_.find(constraint);
  if (found != sets_.end()) return found->second;
  if (sets_.size() >= max_sets) sets_.clear();
  Set set{};
  for (unsigned value = 0; value < 1u << width; ++value) {
    context.evaluator.begin(context.problem.hint);
    context.evaluator.override_variable(var, uint64_t{value});
    if (context.evaluator.is_true(constraint)) set[value / 64] |= uint64_t{1} << value % 64;
  }
  return sets_.emplace(constraint, set).first->second;
}

bool ByteSets::solve(WordContext& context) {
  const Problem& problem = context.problem;
  if (problem.variables.size() != 1) return false;
  const VarId var = problem.variables[0];
  const Sort sort = problem.pool.variable_info(var).sort;
  if (!is_narrow(sort) || bit_width(sort) > 8) return false;
  Set left{~uint64_t{0}, ~uint64_t{0}, ~uint64_t{0}, ~uint64_t{0}};
  for (ExprId e : problem.constraints) {
    const Set& set = set_of(context, e, var, bit_width(sort));
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
