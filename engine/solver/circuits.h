// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <span>
#include <vector>

#include "engine/solver/gates.h"

namespace cuttle {

// The literals of a bit-vector, lowest bit first.
using Bits = std::vector<Lit>;

// Circuits for the bit-vector operations of SMT-LIB. Arguments of one operation have one width
// unless said otherwise.
class Circuits {
 public:
  explicit Circuits(Gates& gates) : gates_(gates) {}

  Bits constant(const mpz_class& value, unsigned width);
  Bits fresh(unsigned width);

  Bits not_(Bits a);
  Bits and_(const Bits& a, const Bits& b);
  Bits or_(const Bits& a, const Bits& b);
  Bits xor_(const Bits& a, const Bits& b);
  Bits mux(Lit condition, const Bits& a, const Bits& b);

  Bits add(const Bits& a, const Bits& b, Lit carry = Gates::false_lit) {
    return add_with_carry(a, b, carry);
  }
  Bits sub(const Bits& a, const Bits& b) { return add(a, not_(b), Gates::true_lit); }
  Bits neg(const Bits& a) { return sub(Bits(a.size(), Gates::false_lit), a); }
  Bits mul(const Bits& a, const Bits& b);

  struct Division {
    Bits quotient, remainder;
  };
  Division udiv(const Bits& a, const Bits& b);
  Division sdiv(const Bits& a, const Bits& b);

  Bits shl(const Bits& a, const Bits& distance);
  // The vacated bits become `fill`.
  Bits shr(const Bits& a, const Bits& distance, Lit fill);

  Lit eq(const Bits& a, const Bits& b);
  Lit ult(const Bits& a, const Bits& b);
  Lit slt(Bits a, Bits b);

  // The element at `index`; beyond the end the last. Elements have one width.
  Bits lookup(std::span<const Bits> elements, const Bits& index);

 private:
  Bits add_with_carry(const Bits& a, const Bits& b, Lit& carry);
  Bits mul_by_constant(const Bits& a, const Bits& constant);
  Bits exact_product(const Bits& a, const Bits& b);
  Bits select(std::span<const Bits> elements, const Bits& index, unsigned bits, size_t base);
  bool xor_table(std::span<const Bits> elements, const Bits& index, Bits& out);

  Gates& gates_;
};

}  // namespace cuttle
