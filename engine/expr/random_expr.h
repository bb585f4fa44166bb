// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "engine/expr/assignment.h"
#include "engine/expr/pool.h"

namespace cuttle {

// What RandomExpr may produce.
struct RandomExprOptions {
  unsigned max_width = 64;  // of bit-vectors
  unsigned max_nodes = 30;  // operations of one expression
  unsigned variables = 3;   // per sort; 0: only constants
  bool floats = false;
  bool integers = false;
  bool division = true;  // division and remainder of bit-vectors: hard for solvers
};

// Random expressions for tests of the simplifier, the evaluator and the solvers: all operations,
// many widths, shared parts, constants that matter (0, 1, -1, powers of two, limits). The same
// seed gives the same expressions. Use a pool that does not simplify to keep what is drawn.
class RandomExpr {
 public:
  RandomExpr(ExprPool& pool, uint64_t seed, RandomExprOptions options = {});

  // A new expression of the given sort, or of any.
  ExprId make(Sort sort);
  ExprId make_any();

  Value value(Sort sort);
  // Values for all variables of the pool.
  Assignment assignment();

  uint64_t below(uint64_t limit) { return engine_() % limit; }

 private:
  bool chance(unsigned one_in) { return below(one_in) == 0; }
  unsigned width();
  Sort any_sort();
  ExprId leaf(Sort sort);
  ExprId term(Sort sort, unsigned depth);
  ExprId fresh(Sort sort, unsigned depth);
  ExprId boolean(unsigned depth);
  ExprId comparison(unsigned depth);
  ExprId bits(Sort sort, unsigned depth);
  ExprId bits_of_other_width(Sort sort, unsigned depth);
  ExprId bits_from_other_sort(Sort sort, unsigned depth);
  ExprId floating(Sort sort, unsigned depth);
  ExprId float_from_other_sort(Sort sort, unsigned depth);
  ExprId integer(unsigned depth);
  ExprId lookup(Sort sort, unsigned depth);
  ExprId unary(Op op, Sort sort, unsigned depth);
  ExprId binary(Op op, Sort sort, unsigned depth);
  uint32_t rounding() { return static_cast<uint32_t>(below(5)); }

  ExprPool& pool_;
  std::mt19937_64 engine_;
  RandomExprOptions options_;
  std::vector<ExprId> made_;  // to be used again
  unsigned left_ = 0;         // operations that may still be made
};

}  // namespace cuttle
