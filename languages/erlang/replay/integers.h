// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/erlang/replay/heap.h"

namespace cuttle::erlang::replay {

// Exact arithmetic on unknown integers whose bounds are known: expressions are as wide as the
// bounds ask for, not as the number of operations does, so a counter can be counted down for ever.
// Results without an expression would be too wide; the caller concretises.
class Ranged {
 public:
  static constexpr unsigned max_width = 512;

  explicit Ranged(ExprPool& pool) : pool_(pool) {}

  Int constant(const mpz_class& value);
  // An expression of signed bits as it comes.
  Int of(ExprId bits);
  Int of(ExprId bits, mpz_class low, mpz_class high);

  Int add(const Int& a, const Int& b);
  Int subtract(const Int& a, const Int& b);
  Int multiply(const Int& a, const Int& b);
  // The divisor is not zero where it matters.
  Int quotient(const Int& a, const Int& b);   // toward zero
  Int remainder(const Int& a, const Int& b);  // sign of the dividend
  Int bit_and(const Int& a, const Int& b);
  Int bit_or(const Int& a, const Int& b);
  Int bit_xor(const Int& a, const Int& b);
  Int bit_not(const Int& a);
  Int shift_left(const Int& a, unsigned bits);
  Int shift_right(const Int& a, unsigned bits);
  Int choose(ExprId condition, const Int& a, const Int& b);

  ExprId equal(const Int& a, const Int& b);
  ExprId less(const Int& a, const Int& b);
  ExprId less_equal(const Int& a, const Int& b) { return pool_.not_(less(b, a)); }

  // The lowest bits, whatever is above.
  ExprId low_bits(const Int& a, unsigned width);

 private:
  unsigned width(const Int& a) const { return pool_.sort(a.expr).width; }
  // Both at one width that holds [low, high]; 0: too wide.
  unsigned fit(ExprId& a, ExprId& b, const mpz_class& low, const mpz_class& high);
  Int binary(Op op, const Int& a, const Int& b, mpz_class low, mpz_class high);

  ExprPool& pool_;
};

}  // namespace cuttle::erlang::replay
