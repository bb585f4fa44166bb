// SPDX-License-Identifier: Apache-2.0
#include "engine/term/integers.h"

#include <algorithm>

namespace cuttle::term {

ExprId Integers::constant(const mpz_class& value) {
  // Bits of two's complement: those of the magnitude (of -value-1 when negative) and the sign.
  mpz_class magnitude = value;
  if (value < 0) magnitude = -value - 1;
  auto bits = magnitude == 0 ? 1u : static_cast<unsigned>(mpz_sizeinbase(magnitude.get_mpz_t(), 2));
  if (bits + 1 > max_width) return {};
  return pool_.constant(Value::bits(bits + 1, value));
}

bool Integers::widen(ExprId& a, ExprId& b, unsigned extra) {
  unsigned w = std::max(width(a), width(b)) + extra;
  if (w > max_width) return false;
  a = pool_.sext(a, w);
  b = pool_.sext(b, w);
  return true;
}

ExprId Integers::add(ExprId a, ExprId b) {
  if (!widen(a, b, 1)) return {};
  return pool_.binary(Op::bv_add, a, b);
}

ExprId Integers::subtract(ExprId a, ExprId b) {
  if (!widen(a, b, 1)) return {};
  return pool_.binary(Op::bv_sub, a, b);
}

ExprId Integers::multiply(ExprId a, ExprId b) {
  unsigned w = width(a) + width(b);
  if (w > max_width) return {};
  return pool_.binary(Op::bv_mul, pool_.sext(a, w), pool_.sext(b, w));
}

ExprId Integers::negate(ExprId a) {
  if (width(a) + 1 > max_width) return {};
  return pool_.unary(Op::bv_neg, pool_.sext(a, width(a) + 1));
}

ExprId Integers::absolute(ExprId a) {
  ExprId negated = negate(a);
  if (!negated) return {};
  unsigned w = width(negated);
  return pool_.ite(less(a, zero(width(a))), negated, pool_.sext(a, w));
}

ExprId Integers::sign(ExprId a) {
  ExprId z = zero(width(a));
  return pool_.ite(less(a, z), pool_.bits(2, 3),
                   pool_.ite(pool_.eq(a, z), pool_.bits(2, 0), pool_.bits(2, 1)));
}

ExprId Integers::minimum(ExprId a, ExprId b) {
  if (!widen(a, b, 0)) return {};
  return pool_.ite(less_equal(a, b), a, b);
}

ExprId Integers::maximum(ExprId a, ExprId b) {
  if (!widen(a, b, 0)) return {};
  return pool_.ite(less_equal(b, a), a, b);
}

ExprId Integers::quotient(ExprId a, ExprId b) {
  if (!widen(a, b, 1)) return {};  // -2^n / -1
  return pool_.binary(Op::bv_sdiv, a, b);
}

ExprId Integers::remainder(ExprId a, ExprId b) {
  if (!widen(a, b, 1)) return {};
  return pool_.binary(Op::bv_srem, a, b);
}

ExprId Integers::floor_modulus(ExprId a, ExprId b) {
  if (!widen(a, b, 1)) return {};
  ExprId r = pool_.binary(Op::bv_srem, a, b);
  ExprId z = zero(width(a));
  // The truncated remainder is off by one divisor when it has the other sign.
  ExprId wrong = pool_.and_(pool_.ne(r, z), pool_.xor_(less(r, z), less(b, z)));
  return pool_.ite(wrong, pool_.add(r, b), r);
}

ExprId Integers::floor_quotient(ExprId a, ExprId b) {
  if (!widen(a, b, 1)) return {};
  ExprId q = pool_.binary(Op::bv_sdiv, a, b);
  ExprId r = pool_.binary(Op::bv_srem, a, b);
  ExprId z = zero(width(a));
  ExprId inexact = pool_.and_(pool_.ne(r, z), pool_.xor_(less(r, z), less(b, z)));
  return pool_.ite(inexact, pool_.binary(Op::bv_sub, q, pool_.bits(width(q), 1)), q);
}

ExprId Integers::bit_and(ExprId a, ExprId b) {
  if (!widen(a, b, 0)) return {};
  return pool_.binary(Op::bv_and, a, b);
}

ExprId Integers::bit_or(ExprId a, ExprId b) {
  if (!widen(a, b, 0)) return {};
  return pool_.binary(Op::bv_or, a, b);
}

ExprId Integers::bit_xor(ExprId a, ExprId b) {
  if (!widen(a, b, 0)) return {};
  return pool_.binary(Op::bv_xor, a, b);
}

ExprId Integers::bit_not(ExprId a) {
  return pool_.unary(Op::bv_not, a);
}

ExprId Integers::shift_left(ExprId a, unsigned bits) {
  unsigned w = width(a) + bits;
  if (w > max_width) return {};
  return pool_.binary(Op::bv_shl, pool_.sext(a, w), pool_.bits(w, bits));
}

ExprId Integers::shift_right(ExprId a, unsigned bits) {
  unsigned w = width(a);
  return pool_.binary(Op::bv_ashr, a, pool_.bits(w, std::min(bits, w - 1)));
}

ExprId Integers::equal(ExprId a, ExprId b) {
  widen(a, b, 0);
  return pool_.eq(a, b);
}

ExprId Integers::less(ExprId a, ExprId b) {
  widen(a, b, 0);
  return pool_.binary(Op::bv_slt, a, b);
}

ExprId Integers::less_equal(ExprId a, ExprId b) {
  widen(a, b, 0);
  return pool_.binary(Op::bv_sle, a, b);
}

}  // namespace cuttle::term
