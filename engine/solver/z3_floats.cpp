// SPDX-License-Identifier: Apache-2.0
// The float operations of Z3Translator.
#include <array>

#include "engine/expr/floats.h"
#include "engine/solver/z3_translator.h"

namespace cuttle {

// The x87 format carries the integer bit of the significand explicitly, at bit 63.
Z3_ast Z3Translator::float_from_pattern(Z3_ast bits, unsigned width) {
  if (width == 80) {
    const Z3_ast high = hold(Z3_mk_extract(z3_, 79, 64, bits));
    const Z3_ast low = hold(Z3_mk_extract(z3_, 62, 0, bits));
    bits = hold(Z3_mk_concat(z3_, high, low));
  }
  return hold(Z3_mk_fpa_to_fp_bv(z3_, bits, float_sort(width)));
}

// There is one NaN: positive, quiet, without payload.
Z3_ast Z3Translator::pattern_of(Z3_ast value, unsigned width) {
  Z3_ast bits = hold(Z3_mk_fpa_to_ieee_bv(z3_, value));
  if (width == 80) {
    const Z3_ast high = hold(Z3_mk_extract(z3_, 78, 63, bits));
    const Z3_ast exponent = hold(Z3_mk_extract(z3_, 77, 63, bits));
    const Z3_ast denormal = hold(Z3_mk_eq(z3_, exponent, numeral(15, "0")));
    const Z3_ast one = hold(Z3_mk_ite(z3_, denormal, numeral(1, "0"), numeral(1, "1")));
    const Z3_ast low = hold(Z3_mk_extract(z3_, 62, 0, bits));
    bits = hold(Z3_mk_concat(z3_, hold(Z3_mk_concat(z3_, high, one)), low));
  }
  const FloatFormat format = float_format(width);
  const unsigned quiet_bit = format.significand - 2;
  mpz_class nan = (((mpz_class(1) << format.exponent) - 1) << (width - 1 - format.exponent)) |
                  (mpz_class(1) << quiet_bit);
  if (width == 80) nan |= mpz_class(1) << 63;
  return Z3_mk_ite(z3_, hold(Z3_mk_fpa_is_nan(z3_, value)), numeral(width, nan.get_str()), bits);
}

Z3_ast Z3Translator::rounding(const ExprNode& node) {
  switch (static_cast<RoundingMode>(node.payload)) {
    case RoundingMode::nearest_even:
      return hold(Z3_mk_fpa_rne(z3_));
    case RoundingMode::nearest_away:
      return hold(Z3_mk_fpa_rna(z3_));
    case RoundingMode::up:
      return hold(Z3_mk_fpa_rtp(z3_));
    case RoundingMode::down:
      return hold(Z3_mk_fpa_rtn(z3_));
    case RoundingMode::zero:
      return hold(Z3_mk_fpa_rtz(z3_));
  }
  return nullptr;
}

// fmod from the IEEE remainder, which rounds the quotient to nearest: of |a| and |b| it is the same
// or |b| less, and adding |b| back is exact.
Z3_ast Z3Translator::float_remainder(Z3_ast a, Z3_ast b) {
  const Z3_ast size_a = hold(Z3_mk_fpa_abs(z3_, a));
  const Z3_ast size_b = hold(Z3_mk_fpa_abs(z3_, b));
  const Z3_ast nearest = hold(Z3_mk_fpa_rem(z3_, size_a, size_b));
  const Z3_ast zero = hold(Z3_mk_fpa_zero(z3_, Z3_get_sort(z3_, a), false));
  const Z3_ast below = hold(Z3_mk_fpa_lt(z3_, nearest, zero));
  const Z3_ast sum = hold(Z3_mk_fpa_add(z3_, hold(Z3_mk_fpa_rne(z3_)), nearest, size_b));
  const Z3_ast size = hold(Z3_mk_fpa_abs(z3_, hold(Z3_mk_ite(z3_, below, sum, nearest))));
  const Z3_ast negative = hold(Z3_mk_fpa_is_negative(z3_, a));
  return Z3_mk_ite(z3_, negative, hold(Z3_mk_fpa_neg(z3_, size)), size);
}

// Z3 leaves open which of two zeros it takes; we do not (docs/expressions.md).
Z3_ast Z3Translator::float_extreme(const ExprNode& node, Z3_ast a, Z3_ast b) {
  const bool least = node.op == Op::f_min;
  const std::array<Z3_ast, 2> zeros{hold(Z3_mk_fpa_is_zero(z3_, a)),
                                    hold(Z3_mk_fpa_is_zero(z3_, b))};
  const Z3_ast negative = hold(Z3_mk_fpa_is_negative(z3_, a));
  const Z3_ast zero = hold(Z3_mk_ite(z3_, negative, least ? a : b, least ? b : a));
  const Z3_ast usual = hold(least ? Z3_mk_fpa_min(z3_, a, b) : Z3_mk_fpa_max(z3_, a, b));
  return Z3_mk_ite(z3_, hold(Z3_mk_and(z3_, 2, zeros.data())), zero, usual);
}

// Z3 leaves open what does not fit: for us it is the least signed number or all ones.
Z3_ast Z3Translator::float_to_integer(const ExprNode& node) {
  const bool is_signed = node.op == Op::f_to_signed;
  const unsigned width = node.sort.width, format = arg_width(node, 0);
  const Z3_ast a = arg(node, 0), toward_zero = hold(Z3_mk_fpa_rtz(z3_));
  const auto constant_float = [&](const UnpackedFloat& number) {
    const Value value = pack_float(number, format, RoundingMode::nearest_even);
    return hold(float_from_pattern(numeral(format, value.as_unsigned().get_str()), format));
  };
  const long power = is_signed ? width - 1 : width;
  const Z3_ast above = constant_float({UnpackedFloat::Kind::finite, false, 1, power});
  // Exclusive too: the least number itself is what we give below it.
  const Z3_ast below = is_signed ? constant_float({UnpackedFloat::Kind::finite, true, 1, power})
                                 : constant_float({UnpackedFloat::Kind::finite, true, 1, 0});
  const std::array<Z3_ast, 2> limits{hold(Z3_mk_fpa_lt(z3_, below, a)),
                                     hold(Z3_mk_fpa_lt(z3_, a, above))};
  const mpz_class unfit =
      is_signed ? mpz_class(mpz_class(1) << (width - 1)) : mpz_class((mpz_class(1) << width) - 1);
  const Z3_ast converted = hold(is_signed ? Z3_mk_fpa_to_sbv(z3_, toward_zero, a, width)
                                          : Z3_mk_fpa_to_ubv(z3_, toward_zero, a, width));
  return Z3_mk_ite(z3_, hold(Z3_mk_and(z3_, 2, limits.data())), converted,
                   numeral(width, unfit.get_str()));
}

Z3_ast Z3Translator::float_op(const ExprNode& node) {
  const Z3_ast a = arg(node, 0);
  const Z3_ast b = arg(node, 1);
  switch (node.op) {
    case Op::f_neg:
      return Z3_mk_fpa_neg(z3_, a);
    case Op::f_abs:
      return Z3_mk_fpa_abs(z3_, a);
    case Op::f_add:
      return Z3_mk_fpa_add(z3_, rounding(node), a, b);
    case Op::f_sub:
      return Z3_mk_fpa_sub(z3_, rounding(node), a, b);
    case Op::f_mul:
      return Z3_mk_fpa_mul(z3_, rounding(node), a, b);
    case Op::f_div:
      return Z3_mk_fpa_div(z3_, rounding(node), a, b);
    case Op::f_rem:
      return float_remainder(a, b);
    case Op::f_fma:
      return Z3_mk_fpa_fma(z3_, rounding(node), a, b, arg(node, 2));
    case Op::f_sqrt:
      return Z3_mk_fpa_sqrt(z3_, rounding(node), a);
    case Op::f_min:
    case Op::f_max:
      return float_extreme(node, a, b);
    case Op::f_round:
      return Z3_mk_fpa_round_to_integral(z3_, rounding(node), a);
    case Op::f_eq:
      return Z3_mk_fpa_eq(z3_, a, b);
    case Op::f_lt:
      return Z3_mk_fpa_lt(z3_, a, b);
    case Op::f_le:
      return Z3_mk_fpa_leq(z3_, a, b);
    case Op::f_is_nan:
      return Z3_mk_fpa_is_nan(z3_, a);
    case Op::f_is_inf:
      return Z3_mk_fpa_is_infinite(z3_, a);
    default:
      return nullptr;
  }
}

Z3_ast Z3Translator::float_conversion(const ExprNode& node) {
  const Z3_ast a = arg(node, 0);
  const unsigned width = node.sort.width;
  // The sort is not held: it lives until the next thing is made, so it has to be the last.
  const Z3_ast mode = rounding(node);
  switch (node.op) {
    case Op::f_to_float:
      return Z3_mk_fpa_to_fp_float(z3_, mode, a, float_sort(width));
    case Op::f_from_bits:
      return float_from_pattern(a, width);
    case Op::f_to_bits:
      return pattern_of(a, width);
    case Op::f_from_signed:
      return Z3_mk_fpa_to_fp_signed(z3_, mode, a, float_sort(width));
    case Op::f_from_unsigned:
      return Z3_mk_fpa_to_fp_unsigned(z3_, mode, a, float_sort(width));
    case Op::f_to_signed:
    case Op::f_to_unsigned:
      return float_to_integer(node);
    default:
      return nullptr;
  }
}

}  // namespace cuttle
