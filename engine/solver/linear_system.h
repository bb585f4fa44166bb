// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/solver/inverse.h"
#include "engine/solver/literals.h"
#include "engine/solver/word_step.h"

namespace cuttle {

// Linear equalities modulo 2^n, of one width at a time: `3 * x + y == 7` by elimination with odd
// pivots, and with even ones as far as they divide. Finds contradictions (`2 * x + 4 * y == 3`) and
// solutions close to the hint. Terms that are not linear are unknowns like variables; a solution
// in them is carried down to variables by inversion.
class LinearSystem : public WordStep {
 public:
  LinearSystem(const ExprPool& pool, Literals& literals) : inverse_(pool, literals) {}
  bool solve(WordContext& context) override;

 private:
  static constexpr size_t max_unknowns = 64;
  static constexpr size_t max_terms = 2'000;

  // coefficients * unknowns + constant = 0
  struct Equation {
    std::vector<uint64_t> coefficients;
    uint64_t constant = 0;
  };

  bool linear(const ExprPool& pool, ExprId e, uint64_t factor, Equation& out);
  bool collect(const Problem& problem, unsigned width);
  bool eliminate(uint64_t mask);  // false: contradiction
  bool try_solution(WordContext& context, uint64_t mask);

  Inverse inverse_;
  std::vector<ExprId> unknowns_;
  std::vector<Equation> equations_;
  std::vector<size_t> pivots_;  // of the equations; an unknown
  size_t budget_ = 0;
};

}  // namespace cuttle
