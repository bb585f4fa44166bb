// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/solver/chain_options.h"
#include "engine/solver/solver.h"

namespace cuttle {

// The solver of a campaign.
std::unique_ptr<Solver> make_solver(ExprPool& pool, const SolverLimits& limits,
                                    const ChainOptions& options = {});

// Z3 alone: the reference.
std::unique_ptr<Solver> make_z3_solver(ExprPool& pool, const SolverLimits& limits);

}  // namespace cuttle
