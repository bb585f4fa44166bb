// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/expr/pool.h"

namespace cuttle {

class ModelEvaluator;

// Expressions with one variable of at most 8 bits, as tables of their values: however much a hash
// computes with a byte, there are 256 results. Kept from query to query, up to a limit.
class ByteFunctions {
 public:
  static constexpr unsigned max_width = 8;

  // By the variable's value; null when `e` has more variables, a wide one, or is beyond lanes. The
  // table stays until the next call.
  const std::vector<uint64_t>* find(ExprPool& pool, ExprId e, ModelEvaluator& evaluator);
  // Expressions that the last find() had to look at.
  uint64_t visits() const { return visits_; }

 private:
  static constexpr size_t max_tables = 512;

  std::unordered_map<ExprId, std::vector<uint64_t>> tables_;  // empty: beyond lanes
  uint64_t visits_ = 0;
};

}  // namespace cuttle
