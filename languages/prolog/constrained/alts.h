// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/solver/solver.h"

namespace cuttle::prolog {

// A set of clauses that a call may match, and what its inputs must satisfy.
struct ClauseSet {
  std::vector<bool> matches;
  ExprId constraint;
};

struct Alternatives {
  std::vector<ClauseSet> sets;
  unsigned undecided = 0;  // questions that the solver could not answer: sets may be missing
};

// What a test case is.
enum class Calls : uint8_t {
  ground,       // all of the set's clauses match one and the same ground call
  constrained,  // each of them matches some instance of the constrained call, none of the others
                // does
};

// The other sets of clauses that can match under `known` ("alts", Definition 8). `heads[i]` says
// when clause i matches; `taken` is the set that is known already.
Alternatives alts(ExprPool& pool, Solver& solver, ExprId known, const std::vector<ExprId>& heads,
                  const std::vector<bool>& taken, Calls calls);

}  // namespace cuttle::prolog
