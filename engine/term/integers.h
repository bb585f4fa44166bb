// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include "engine/expr/pool.h"

namespace cuttle::term {

// Exact arithmetic on unknown integers: an expression is a signed bit-vector that is as wide as
// its value can need, so nothing ever overflows. Operations return "none" when the result would
// be wider than the limit, or is not a function we can express; then the caller concretises.
class Integers {
 public:
  static constexpr unsigned max_width = 512;

  explicit Integers(ExprPool& pool) : pool_(pool) {}

  ExprId constant(const mpz_class& value);
  ExprId add(ExprId a, ExprId b);
  ExprId subtract(ExprId a, ExprId b);
  ExprId multiply(ExprId a, ExprId b);
  ExprId negate(ExprId a);
  ExprId absolute(ExprId a);
  ExprId sign(ExprId a);
  ExprId minimum(ExprId a, ExprId b);
  ExprId maximum(ExprId a, ExprId b);
  // The divisor is not zero.
  ExprId quotient(ExprId a, ExprId b);   // toward zero
  ExprId remainder(ExprId a, ExprId b);  // sign of the dividend
  ExprId floor_quotient(ExprId a, ExprId b);
  ExprId floor_modulus(ExprId a, ExprId b);  // sign of the divisor
  ExprId bit_and(ExprId a, ExprId b);
  ExprId bit_or(ExprId a, ExprId b);
  ExprId bit_xor(ExprId a, ExprId b);
  ExprId bit_not(ExprId a);
  ExprId shift_left(ExprId a, unsigned bits);
  ExprId shift_right(ExprId a, unsigned bits);

  ExprId equal(ExprId a, ExprId b);
  ExprId less(ExprId a, ExprId b);
  ExprId less_equal(ExprId a, ExprId b);

 private:
  unsigned width(ExprId a) const { return pool_.sort(a).width; }
  // Both at the same width, at least `least`; false beyond the limit.
  bool widen(ExprId& a, ExprId& b, unsigned extra);
  ExprId zero(unsigned width) { return pool_.bits(width, 0); }

  ExprPool& pool_;
};

}  // namespace cuttle::term
