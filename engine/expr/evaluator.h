// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/expr/assignment.h"
#include "engine/expr/pool.h"

namespace cuttle {

// Evaluates expressions under one assignment; a variable without a value counts as zero. Results
// are remembered, so evaluating many expressions of one path costs each shared node once. Only
// what decides is evaluated: one side of an ite, one element of a table. Never recurses
// (expressions may be millions of nodes deep). Costs nothing for what is not evaluated, however
// large the pool is.
class Evaluator {
 public:
  Evaluator(const ExprPool& pool, const Assignment& assignment);

  Value evaluate(ExprId e);
  bool is_true(ExprId e);

  // Forgets all results, because the assignment has changed; keeps the memory.
  void reset();

 private:
  // `bits` is the value when it has at most 64 bits, otherwise its index in wide_.
  struct Entry {
    uint32_t expr = 0;
    uint32_t epoch = 0;  // the entry is free unless this is the current one
    uint64_t bits = 0;
  };

  bool known(ExprId e, uint64_t& bits);
  uint64_t run(ExprId e);
  void step(ExprId e);
  void step_ite(ExprId e, const ExprNode& node);
  void step_lookup(ExprId e, const ExprNode& node);
  void step_general(ExprId e, const ExprNode& node, unsigned arity);
  void copy(ExprId e, ExprId from);
  void store(ExprId e, uint64_t bits);
  void store(ExprId e, const Value& value);
  Value value_of(ExprId e, uint64_t bits) const;
  void grow();

  const ExprPool& pool_;
  const Assignment& assignment_;
  std::vector<Entry> table_;  // open addressing; a power of two
  uint32_t epoch_ = 1;
  size_t used_ = 0;
  std::vector<Value> wide_;
  std::vector<ExprId> stack_;
};

// The value of one operation on constants. The simplifier folds with it and the evaluator
// evaluates with it, so the two cannot disagree.
Value apply(const ExprPool& pool, const ExprNode& node, const Value* args);

// The element that a look-up with this index gives.
ExprId lookup_element(const ExprPool& pool, TableId table, const Value& index);

}  // namespace cuttle
