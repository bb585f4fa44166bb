// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/solver/solver.h"

namespace cuttle {

// Which layers of the chain take part; all but Z3 can be left out without changing what is solved.
struct ChainOptions {
  bool z3 = true;
};

// The solver of a campaign.
std::unique_ptr<Solver> make_solver(ExprPool& pool, const SolverLimits& limits,
                                    const ChainOptions& options = {});

// Z3 alone: the reference.
std::unique_ptr<Solver> make_z3_solver(ExprPool& pool, const SolverLimits& limits);

}  // namespace cuttle
