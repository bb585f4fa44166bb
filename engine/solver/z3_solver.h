// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/solver/solver.h"
#include "engine/solver/z3_backend.h"

namespace cuttle {

// Every query straight to Z3: the reference that the chain is compared with.
class Z3Solver : public Solver {
 public:
  Z3Solver(ExprPool& pool, const SolverLimits& limits)
      : pool_(pool), limits_(limits), backend_(pool, limits.memory_bytes) {}

  Solution check(const Query& query) override;
  const SolverStatistics& statistics() const override { return statistics_; }

 private:
  Solution solve(const Query& query);

  ExprPool& pool_;
  SolverLimits limits_;
  Z3Backend backend_;
  SolverStatistics statistics_;
  std::vector<ExprId> constraints_;
};

}  // namespace cuttle
