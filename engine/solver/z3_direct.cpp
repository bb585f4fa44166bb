// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/z3_direct.h"

#include <algorithm>

#include "engine/support/check.h"

namespace cuttle {

Z3Direct::Z3Direct(ExprPool& pool, unsigned timeout_ms)
    : z3_(context_.get()), timeout_ms_(timeout_ms), encoder_(pool), translator_(z3_) {}

void Z3Direct::define(std::span<const ExprId> constraints) {
  ByteWriter bytes;
  encoder_.define(constraints, bytes);
  ByteReader in(bytes.bytes());
  const uint64_t nodes = in.number();
  for (uint64_t i = 0; i < nodes; ++i) {
    const bool translated = translator_.define(decoder_.next(in));
    CUTTLE_CHECK(translated, "Z3 has no term for this expression");
  }
}

Answer Z3Direct::run(Z3_solver solver) {
  const Z3_lbool result = Z3_solver_check(z3_, solver);
  return result == Z3_L_TRUE ? Answer::sat : result == Z3_L_FALSE ? Answer::unsat : Answer::unknown;
}

Answer Z3Direct::check_fresh(std::span<const ExprId> constraints) {
  define(constraints);
  const Z3SolverObject solver(z3_, timeout_ms_);
  for (ExprId e : constraints) Z3_solver_assert(z3_, solver.get(), translator_.term(e));
  return run(solver.get());
}

Answer Z3Direct::check_incremental(std::span<const ExprId> prefix, ExprId goal) {
  define(prefix);
  define({&goal, 1});
  if (!incremental_) incremental_.emplace(z3_, timeout_ms_);
  const Z3_solver solver = incremental_->get();
  const size_t limit = std::min(prefix.size(), prefix_.size());
  size_t common = 0;
  while (common < limit && prefix[common] == prefix_[common]) ++common;
  Z3_solver_pop(z3_, solver, static_cast<unsigned>(prefix_.size() - common));
  prefix_.resize(common);
  for (ExprId e : prefix.subspan(common)) {
    Z3_solver_push(z3_, solver);
    Z3_solver_assert(z3_, solver, translator_.term(e));
    prefix_.push_back(e);
  }
  Z3_solver_push(z3_, solver);
  Z3_solver_assert(z3_, solver, translator_.term(goal));
  const Answer answer = run(solver);
  Z3_solver_pop(z3_, solver, 1);
  return answer;
}

}  // namespace cuttle
