// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "engine/solver/word_step.h"

namespace cuttle {

// Queries about a single variable of at most eight bits, which is what parsers ask: the set of
// values that satisfies a constraint is computed once; a query is an intersection. The sets that
// are missing are computed together, so that what constraints share is evaluated once per value.
class ByteSets : public WordStep {
 public:
  bool solve(WordContext& context) override;

 private:
  using Set = std::array<uint64_t, 4>;
  bool compute_missing(WordContext& context, VarId var, unsigned width);

  static constexpr size_t max_sets = 100'000;
  static constexpr uint64_t max_steps = 10'000'000;  // of evaluation in one query
  std::unordered_map<ExprId, Set> sets_;
  std::vector<ExprId> missing_;
  std::vector<Set> computed_;  // of missing_
};

}  // namespace cuttle
