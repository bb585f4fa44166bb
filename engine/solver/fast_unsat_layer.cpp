// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/fast_unsat_layer.h"

#include "engine/solver/path_index.h"

namespace cuttle {

void FastUnsatLayer::solve(Problem& problem, Verdict& out) {
  const PathIndex& path = problem.path;
  for (ExprId goal : problem.goals) {
    const LiteralInfo& info = problem.literals.info(goal);
    if (problem.pool.is_false(goal) || path.contains(negation(info.code))) {
      ++by_negation_;
      out.answer = Answer::unsat;
      return;
    }
    if (path.bounds().contradicts(info)) {
      ++by_range_;
      out.answer = Answer::unsat;
      return;
    }
  }
  if (path.is_contradiction()) {
    ++by_range_;
    out.answer = Answer::unsat;
    return;
  }
  pass_on(problem, out);
}

}  // namespace cuttle
