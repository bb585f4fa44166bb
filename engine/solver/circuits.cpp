// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/circuits.h"

#include <gmpxx.h>

#include <algorithm>

namespace cuttle {

namespace {

constexpr Lit zero = Gates::false_lit;
constexpr Lit one = Gates::true_lit;

bool all_constant(const Bits& bits) {
  return std::all_of(bits.begin(), bits.end(), Gates::is_constant);
}

size_t count_constants(const Bits& bits) {
  return static_cast<size_t>(std::count_if(bits.begin(), bits.end(), Gates::is_constant));
}

Bits shifted_up(const Bits& a, size_t distance) {
  Bits result(a.size(), zero);
  for (size_t i = distance; i < a.size(); ++i) result[i] = a[i - distance];
  return result;
}

}  // namespace

Bits Circuits::constant(const mpz_class& value, unsigned width) {
  Bits result(width);
  for (unsigned i = 0; i < width; ++i) {
    result[i] = Gates::constant(mpz_tstbit(value.get_mpz_t(), i) != 0);
  }
  return result;
}

Bits Circuits::fresh(unsigned width) {
  Bits result(width);
  for (Lit& lit : result) lit = gates_.fresh();
  return result;
}

Bits Circuits::not_(Bits a) {
  for (Lit& lit : a) lit = -lit;
  return a;
}

Bits Circuits::and_(const Bits& a, const Bits& b) {
  Bits result(a.size());
  for (size_t i = 0; i < a.size(); ++i) result[i] = gates_.and_(a[i], b[i]);
  return result;
}

Bits Circuits::or_(const Bits& a, const Bits& b) {
  Bits result(a.size());
  for (size_t i = 0; i < a.size(); ++i) result[i] = gates_.or_(a[i], b[i]);
  return result;
}

Bits Circuits::xor_(const Bits& a, const Bits& b) {
  Bits result(a.size());
  for (size_t i = 0; i < a.size(); ++i) result[i] = gates_.xor_(a[i], b[i]);
  return result;
}

Bits Circuits::mux(Lit condition, const Bits& a, const Bits& b) {
  Bits result(a.size());
  for (size_t i = 0; i < a.size(); ++i) result[i] = gates_.mux(condition, a[i], b[i]);
  return result;
}

Bits Circuits::add_with_carry(const Bits& a, const Bits& b, Lit& carry) {
  Bits result(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    result[i] = gates_.xor_(a[i], b[i], carry);
    carry = gates_.majority(a[i], b[i], carry);
  }
  return result;
}

// One addition or subtraction per non-zero digit of the canonical signed-digit form, which has a
// third fewer of them than the binary one.
Bits Circuits::mul_by_constant(const Bits& a, const Bits& constant) {
  const size_t width = a.size();
  Bits sum(width, zero);
  bool carry = false;
  for (size_t i = 0; i < width; ++i) {
    const bool bit = constant[i] == one;
    const bool next = i + 1 < width && constant[i + 1] == one;
    if (bit == carry) continue;  // 0 + 0 or 1 + 1: digit 0, the carry stays
    const Bits term = shifted_up(a, i);
    sum = next ? sub(sum, term) : add(sum, term);
    carry = next;
  }
  return sum;
}

Bits Circuits::mul(const Bits& a, const Bits& b) {
  if (all_constant(b)) return mul_by_constant(a, b);
  if (all_constant(a)) return mul_by_constant(b, a);
  // Rows for the operand with more known bits: those rows vanish.
  if (count_constants(a) > count_constants(b)) return mul(b, a);
  Bits sum(a.size(), zero);
  for (size_t i = 0; i < a.size(); ++i) {
    if (b[i] == zero) continue;
    Bits row(a.size(), zero);
    for (size_t j = i; j < a.size(); ++j) row[j] = gates_.and_(a[j - i], b[i]);
    sum = add(sum, row);
  }
  return sum;
}

// a * b, and the constraint that it does not overflow. Sums only grow, so that no partial sum may
// carry out, and no pair of set bits may reach beyond the width.
Bits Circuits::exact_product(const Bits& a, const Bits& b) {
  const size_t width = a.size();
  Bits at_or_above(width + 1, zero);  // is one of the bits i and up of a set?
  for (size_t i = width; i-- > 0;) at_or_above[i] = gates_.or_(at_or_above[i + 1], a[i]);
  Bits sum(width, zero);
  for (size_t i = 0; i < width; ++i) {
    if (b[i] == zero) continue;
    if (i > 0) gates_.require(-b[i], -at_or_above[width - i]);
    Bits row(width, zero);
    for (size_t j = i; j < width; ++j) row[j] = gates_.and_(a[j - i], b[i]);
    Lit carry = zero;
    sum = add_with_carry(sum, row, carry);
    gates_.require(-carry);
  }
  return sum;
}

// Quotient and remainder are defined by q * b + r = a without overflow and r < b. For b = 0 this
// gives r = a; there q is all ones by definition.
Circuits::Division Circuits::udiv(const Bits& a, const Bits& b) {
  const unsigned width = static_cast<unsigned>(a.size());
  Division result{fresh(width), fresh(width)};
  Lit carry = zero;
  const Bits sum = add_with_carry(exact_product(result.quotient, b), result.remainder, carry);
  gates_.require(-carry);
  for (unsigned i = 0; i < width; ++i) {
    gates_.require(-sum[i], a[i]);
    gates_.require(sum[i], -a[i]);
  }
  const Lit divisible = gates_.or_(std::span<const Lit>(b));
  gates_.require(-divisible, ult(result.remainder, b));
  for (Lit lit : result.quotient) gates_.require(divisible, lit);
  return result;
}

Circuits::Division Circuits::sdiv(const Bits& a, const Bits& b) {
  const Lit a_negative = a.back(), b_negative = b.back();
  const Division sizes = udiv(mux(a_negative, neg(a), a), mux(b_negative, neg(b), b));
  const Lit opposite = gates_.xor_(a_negative, b_negative);
  return {mux(opposite, neg(sizes.quotient), sizes.quotient),
          mux(a_negative, neg(sizes.remainder), sizes.remainder)};
}

Bits Circuits::shr(const Bits& a, const Bits& distance, Lit fill) {
  const size_t width = a.size();
  Bits result = a;
  Lit beyond = zero;
  for (size_t stage = 0; stage < distance.size(); ++stage) {
    if (stage >= 32 || (size_t{1} << stage) >= width) {
      beyond = gates_.or_(beyond, distance[stage]);
      continue;
    }
    const size_t step = size_t{1} << stage;
    Bits moved(width, fill);
    for (size_t i = 0; i + step < width; ++i) moved[i] = result[i + step];
    result = mux(distance[stage], moved, result);
  }
  return mux(beyond, Bits(width, fill), result);
}

Bits Circuits::shl(const Bits& a, const Bits& distance) {
  Bits mirrored(a.rbegin(), a.rend());
  Bits result = shr(mirrored, distance, zero);
  std::reverse(result.begin(), result.end());
  return result;
}

Lit Circuits::eq(const Bits& a, const Bits& b) {
  Bits same(a.size());
  for (size_t i = 0; i < a.size(); ++i) same[i] = -gates_.xor_(a[i], b[i]);
  return gates_.and_(same);
}

// The borrow of a - b.
Lit Circuits::ult(const Bits& a, const Bits& b) {
  Lit borrow = zero;
  for (size_t i = 0; i < a.size(); ++i) borrow = gates_.majority(-a[i], b[i], borrow);
  return borrow;
}

Lit Circuits::slt(Bits a, Bits b) {
  a.back() = -a.back();
  b.back() = -b.back();
  return ult(a, b);
}

}  // namespace cuttle
