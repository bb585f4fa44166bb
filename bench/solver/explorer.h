// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/expr/evaluator.h"
#include "engine/expr/pool.h"
#include "engine/solver/recording.h"
#include "engine/solver/solver.h"

namespace cuttle::bench {

// One run of a program written against expressions: what an instrumented C program would do, in
// process. Conditions are decided by the inputs and recorded.
class Run {
 public:
  Run(ExprPool& pool, const Assignment& inputs)
      : pool_(pool), inputs_(inputs), evaluator_(pool, inputs) {}

  ExprPool& pool() { return pool_; }
  ExprId input(const std::string& name, unsigned width);
  ExprId constant(unsigned width, uint64_t value) { return pool_.bits(width, value); }

  // if (condition)
  bool decide(ExprId condition);
  bool less(ExprId a, ExprId b) { return decide(pool_.binary(Op::bv_slt, a, b)); }
  bool less_equal(ExprId a, ExprId b) { return decide(pool_.binary(Op::bv_sle, a, b)); }
  bool equal(ExprId a, ExprId b) { return decide(pool_.eq(a, b)); }

  const std::vector<ExprId>& path() const { return path_; }
  // The inputs that were read, defaults included.
  const Assignment& inputs() const { return inputs_; }

 private:
  ExprPool& pool_;
  Assignment inputs_;
  Evaluator evaluator_;
  std::vector<ExprId> path_;
};

using Program = std::function<void(Run&)>;

struct Sequence {
  std::string name;
  std::vector<RecordedQuery> queries;
  uint64_t paths = 0;
  bool exhausted = false;
};

// Explores the program depth first, as a campaign does, and returns every query that was made.
Sequence explore_depth_first(const std::string& name, const Program& program, ExprPool& pool,
                             Solver& solver, size_t max_queries);

}  // namespace cuttle::bench
