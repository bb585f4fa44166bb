// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/factory.h"

#include "engine/solver/chain.h"
#include "engine/solver/z3_solver.h"

namespace cuttle {

std::unique_ptr<Solver> make_solver(ExprPool& pool, const SolverLimits& limits,
                                    const ChainOptions& options) {
  return std::make_unique<ChainSolver>(pool, limits, options);
}

std::unique_ptr<Solver> make_z3_solver(ExprPool& pool, const SolverLimits& limits) {
  return std::make_unique<Z3Solver>(pool, limits);
}

}  // namespace cuttle
