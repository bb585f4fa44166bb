// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/expr/random_expr.h"
#include "engine/solver/chain_options.h"

namespace cuttle {

struct FuzzOptions {
  RandomExprOptions expr;
  ChainOptions chain;
  // Constraints as programs make them (`x + 1 < y`) instead of anything; of this width and over
  // this many variables.
  bool plain = false;
  unsigned plain_width = 3, plain_variables = 4;
  unsigned queries = 12;          // of one session, over one pool and one solver
  unsigned constraints = 6;       // at most on one path
  unsigned exhaustive_bits = 10;  // try all values up to this many bits, ask Z3 beyond
  double timeout_seconds = 5;
};

struct FuzzResult {
  std::string error;  // empty when all is well
  uint64_t queries = 0, sat = 0, unsat = 0, unknown = 0;
  uint64_t exhaustive = 0;   // `unsat` confirmed by trying all values
  uint64_t by_z3 = 0;        // `unsat` confirmed by Z3
  uint64_t unconfirmed = 0;  // `unsat` where Z3 did not know

  FuzzResult& operator+=(const FuzzResult& other);
};

// One random session; the same seed and options give the same session.
FuzzResult run_session(uint64_t seed, const FuzzOptions& options);

}  // namespace cuttle
