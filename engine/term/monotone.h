// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/expr/pool.h"

namespace cuttle::term {

// A float expression that grows (or falls) with one unknown, its leaf: sums, products and quotients
// with constants, roundings, square roots. Rounding to nearest keeps the order, so the inputs for
// which such an expression is below a constant are all those up to some threshold, which is found
// by bisection. A comparison of floats becomes one of the leaf with a constant: no multiplication
// of doubles ever reaches a solver.
class Monotone {
 public:
  Monotone(ExprPool& pool, ExprId e);

  // The condition that the expression is less than `bound` (or equal, if not strict).
  ExprId below(double bound, bool strict);

 private:
  struct Step {
    Op op;
    double constant = 0;
    bool constant_first = false;
    RoundingMode mode = RoundingMode::nearest_even;
  };
  bool take_step(ExprId& e);
  double value(double leaf) const;
  static double apply(const Step& step, double x);
  template <typename Number>
  bool is_below(Number leaf, double bound, bool strict) const;
  ExprId integer_below(double bound, bool strict);
  ExprId float_below(double bound, bool strict);

  ExprPool& pool_;
  ExprId leaf_;
  bool rising_ = true;
  std::vector<Step> steps_;  // outermost first
};

}  // namespace cuttle::term
