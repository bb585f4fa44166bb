// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/word_step.h"

#include <algorithm>

namespace cuttle {

bool satisfied(WordContext& context, const WordChanges& changes) {
  context.evaluator.begin(context.problem.hint);
  for (const auto& [var, bits] : changes) context.evaluator.override_variable(var, bits);
  return context.evaluator.all_true(context.problem.constraints);
}

void answer_sat(WordContext& context, const WordChanges& changes) {
  context.out.answer = Answer::sat;
  context.out.changes.clear();
  for (const auto& [var, bits] : changes) {
    if (bits == context.problem.hint.narrow(var)) continue;
    const Sort sort = context.problem.pool.variable_info(var).sort;
    context.out.changes.emplace_back(var, narrow_value(sort, bits));
  }
  std::sort(context.out.changes.begin(), context.out.changes.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
}

}  // namespace cuttle
