// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/expr/fuzz/z3_oracle.h"
#include "engine/expr/random_expr.h"

namespace cuttle {

struct DifferentialOptions {
  RandomExprOptions expr;
  unsigned assignments = 5;  // to evaluate each expression under
  bool prove = true;         // that the simplified expression equals the original one
};

// What one comparison with Z3 found. `error` is empty when all is well; otherwise it shows the
// expression and how to see it again.
struct DifferentialResult {
  std::string error;
  unsigned agreed = 0;   // evaluations on which Z3 agreed
  unsigned unknown = 0;  // evaluations on which Z3 had no opinion
  bool proved = false;
  size_t raw_nodes = 0;
  size_t simplified_nodes = 0;
};

// Draws the expression of `seed` and compares.
DifferentialResult compare_with_z3(Z3Oracle& oracle, uint64_t seed,
                                   const DifferentialOptions& options);

}  // namespace cuttle
