// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/integers.h"

#include <algorithm>

namespace cuttle::erlang::replay {

namespace {

// Bits of two's complement.
unsigned bits_of(const mpz_class& value) {
  mpz_class magnitude = value;
  if (value < 0) magnitude = -value - 1;
  return magnitude == 0 ? 1u : static_cast<unsigned>(mpz_sizeinbase(magnitude.get_mpz_t(), 2)) + 1;
}

unsigned bits_of(const mpz_class& low, const mpz_class& high) {
  return std::max(bits_of(low), bits_of(high));
}

mpz_class power(unsigned bits) {
  return mpz_class(1) << bits;
}

mpz_class largest(const Int& a) {
  mpz_class x = abs(a.low), y = abs(a.high);
  return std::max(x, y);
}

}  // namespace

Int Ranged::constant(const mpz_class& value) {
  unsigned w = bits_of(value);
  if (w > max_width) return {{}, value, value};
  return {pool_.constant(Value::bits(w, value)), value, value};
}

Int Ranged::of(ExprId bits) {
  mpz_class half = power(pool_.sort(bits).width - 1);
  return of(bits, -half, half - 1);
}

Int Ranged::of(ExprId bits, mpz_class low, mpz_class high) {
  if (bits && pool_.is_constant(bits)) return constant(pool_.value(bits).as_signed());
  return {bits, std::move(low), std::move(high)};
}

// Widths grow in steps of a byte: sums of many parts then have one width, and are one sum.
unsigned Ranged::fit(ExprId& a, ExprId& b, const mpz_class& low, const mpz_class& high) {
  if (!a || !b) return 0;
  unsigned w = std::max(pool_.sort(a).width, pool_.sort(b).width);
  if (unsigned needed = bits_of(low, high); needed > w) w = (needed + 7) / 8 * 8;
  if (w > max_width) return 0;
  a = pool_.sext(a, w);
  b = pool_.sext(b, w);
  return w;
}

Int Ranged::binary(Op op, const Int& a, const Int& b, mpz_class low, mpz_class high) {
  ExprId x = a.expr, y = b.expr;
  if (fit(x, y, low, high) == 0) return {};
  return of(pool_.binary(op, x, y), std::move(low), std::move(high));
}

Int Ranged::add(const Int& a, const Int& b) {
  return binary(Op::bv_add, a, b, a.low + b.low, a.high + b.high);
}

Int Ranged::subtract(const Int& a, const Int& b) {
  return binary(Op::bv_sub, a, b, a.low - b.high, a.high - b.low);
}

Int Ranged::multiply(const Int& a, const Int& b) {
  mpz_class corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  auto [low, high] = std::minmax_element(std::begin(corners), std::end(corners));
  return binary(Op::bv_mul, a, b, *low, *high);
}

Int Ranged::quotient(const Int& a, const Int& b) {
  mpz_class most = largest(a);
  mpz_class low = -most, high = most;
  if (a.low >= 0 && b.low >= 0) low = 0;
  return binary(Op::bv_sdiv, a, b, low, high);
}

Int Ranged::remainder(const Int& a, const Int& b) {
  mpz_class most = largest(b) - 1;
  if (most < 0) most = 0;
  mpz_class low = a.low < 0 ? std::max(mpz_class(-most), a.low) : mpz_class(0);
  mpz_class high = a.high > 0 ? std::min(most, a.high) : mpz_class(0);
  // The operands need their room as well: nothing may be cut off before the operation.
  return binary(Op::bv_srem, a, b, std::move(low), std::move(high));
}

Int Ranged::bit_and(const Int& a, const Int& b) {
  for (auto [mask, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    if (!mask->is_constant() || mask->low < 0 || !other->expr) continue;
    unsigned k = mask->low == 0 ? 1 : bits_of(mask->low) - 1;
    if (k + 1 > max_width) return {};
    ExprId masked =
        pool_.binary(Op::bv_and, low_bits(*other, k), pool_.constant(Value::bits(k, mask->low)));
    return of(pool_.zext(masked, k + 1), 0, mask->low);
  }
  if (a.low >= 0 || b.low >= 0) {
    mpz_class high = a.low < 0 ? b.high : b.low < 0 ? a.high : std::min(a.high, b.high);
    return binary(Op::bv_and, a, b, 0, high);
  }
  mpz_class half = power(bits_of(std::min(a.low, b.low), std::max(a.high, b.high)) - 1);
  return binary(Op::bv_and, a, b, -half, half - 1);
}

Int Ranged::bit_or(const Int& a, const Int& b) {
  mpz_class half = power(bits_of(std::min(a.low, b.low), std::max(a.high, b.high)) - 1);
  bool positive = a.low >= 0 && b.low >= 0;
  return binary(Op::bv_or, a, b, positive ? mpz_class(0) : mpz_class(-half), half - 1);
}

Int Ranged::bit_xor(const Int& a, const Int& b) {
  mpz_class half = power(bits_of(std::min(a.low, b.low), std::max(a.high, b.high)) - 1);
  bool positive = a.low >= 0 && b.low >= 0;
  return binary(Op::bv_xor, a, b, positive ? mpz_class(0) : mpz_class(-half), half - 1);
}

Int Ranged::bit_not(const Int& a) {
  if (!a.expr) return {};
  return of(pool_.unary(Op::bv_not, a.expr), -a.high - 1, -a.low - 1);
}

Int Ranged::shift_left(const Int& a, unsigned bits) {
  if (!a.expr || bits > max_width) return {};
  return multiply(a, constant(power(bits)));
}

Int Ranged::shift_right(const Int& a, unsigned bits) {
  if (!a.expr) return {};
  unsigned w = width(a);
  ExprId shifted = pool_.binary(Op::bv_ashr, a.expr, pool_.bits(w, std::min(bits, w - 1)));
  return of(shifted, a.low >> bits, a.high >> bits);
}

Int Ranged::choose(ExprId condition, const Int& a, const Int& b) {
  if (pool_.is_constant(condition)) return pool_.is_true(condition) ? a : b;
  mpz_class low = std::min(a.low, b.low), high = std::max(a.high, b.high);
  ExprId x = a.expr, y = b.expr;
  if (fit(x, y, low, high) == 0) return {};
  return of(pool_.ite(condition, x, y), std::move(low), std::move(high));
}

ExprId Ranged::equal(const Int& a, const Int& b) {
  if (a.low > b.high || b.low > a.high) return pool_.false_expr();
  if (a.is_constant() && b.is_constant()) return pool_.boolean(a.low == b.low);
  ExprId x = a.expr, y = b.expr;
  if (fit(x, y, 0, 0) == 0) return {};
  return pool_.eq(x, y);
}

ExprId Ranged::less(const Int& a, const Int& b) {
  if (a.high < b.low) return pool_.true_expr();
  if (a.low >= b.high) return pool_.false_expr();
  ExprId x = a.expr, y = b.expr;
  if (fit(x, y, 0, 0) == 0) return {};
  return pool_.binary(Op::bv_slt, x, y);
}

ExprId Ranged::low_bits(const Int& a, unsigned w) {
  if (width(a) >= w) return pool_.extract(a.expr, 0, w);
  return pool_.sext(a.expr, w);
}

}  // namespace cuttle::erlang::replay
