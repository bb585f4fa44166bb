// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/expr/assignment.h"
#include "engine/expr/pool.h"

namespace cuttle {

// Evaluates expressions under one assignment; a variable without a value counts as zero. Results
// are remembered, so evaluating many expressions of one path costs each shared node once. Never
// recurses (expressions may be millions of nodes deep).
class Evaluator {
 public:
  Evaluator(const ExprPool& pool, const Assignment& assignment);

  Value evaluate(ExprId e);
  bool is_true(ExprId e) { return evaluate(e).as_bool(); }

 private:
  const ExprPool& pool_;
  const Assignment& assignment_;
  std::vector<Value> results_;
  std::vector<uint32_t> known_;
};

// The value of one operation on constants. The simplifier folds with it and the evaluator
// evaluates with it, so the two cannot disagree.
Value apply(const ExprPool& pool, const ExprNode& node, const Value* args);

}  // namespace cuttle
