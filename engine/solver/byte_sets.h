// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <unordered_map>

#include "engine/solver/word_step.h"

namespace cuttle {

// Queries about a single variable of at most eight bits, which is what parsers ask: the set of
// values that satisfies a constraint is computed once; a query is an intersection.
class ByteSets : public WordStep {
 public:
  bool solve(WordContext& context) override;

 private:
  using Set = std::array<uint64_t, 4>;
  const Set& set_of(WordContext& context, ExprId constraint, VarId var, unsigned width);

  static constexpr size_t max_sets = 100'000;
  std::unordered_map<ExprId, Set> sets_;
};

}  // namespace cuttle
