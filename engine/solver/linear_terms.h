// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/expr/pool.h"

namespace cuttle {

// A sum modulo 2^64 of multiples of terms; its low bits are right for every narrower width.
struct LinearTerms {
  std::vector<std::pair<ExprId, uint64_t>> terms;  // each with its factor; once per add()
  uint64_t constant = 0;

  // Adds factor * e, taken apart as far as sums, differences and multiples by constants go (`~x`
  // is -x - 1, and shifts are multiples). False when there are more than `budget` pieces.
  bool add(const ExprPool& pool, ExprId e, uint64_t factor, size_t& budget);
};

// The inverse of an odd number modulo 2^64.
uint64_t odd_inverse(uint64_t odd);

}  // namespace cuttle
