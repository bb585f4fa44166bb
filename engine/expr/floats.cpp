// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/floats.h"

#include <algorithm>

#include "engine/expr/bits.h"

namespace cuttle {
namespace {

using Kind = UnpackedFloat::Kind;

// Where the parts of a pattern are. x87 stores the leading bit of the significand (80 bits only).
struct Layout {
  explicit Layout(unsigned width)
      : format(float_format(width)),
        fraction(format.significand - 1),
        exponent_at(width == 80 ? 64 : fraction),
        bias((1l << (format.exponent - 1)) - 1) {}

  FloatFormat format;
  unsigned fraction;     // bits after the leading one
  unsigned exponent_at;  // lowest bit of the exponent field
  long bias;
  long max_field() const { return (1l << format.exponent) - 1; }
  unsigned sign_at() const { return exponent_at + format.exponent; }
};

Value assemble(unsigned width, bool negative, long field, mpz_class significand) {
  Layout at(width);
  // The leading one is implied by the exponent field, except where x87 stores it.
  if (width != 80) mpz_clrbit(significand.get_mpz_t(), at.fraction);
  mpz_class pattern(field);
  mpz_mul_2exp(pattern.get_mpz_t(), pattern.get_mpz_t(), at.exponent_at);
  pattern |= significand;
  if (negative) mpz_setbit(pattern.get_mpz_t(), at.sign_at());
  return Value::bits(width, pattern);
}

// Whether the magnitude grows by one, given what is cut off below its last bit.
bool rounds_up(RoundingMode mode, bool negative, bool odd, bool half, bool below_half) {
  switch (mode) {
    case RoundingMode::nearest_even:
      return half && (below_half || odd);
    case RoundingMode::nearest_away:
      return half;
    case RoundingMode::up:
      return !negative && (half || below_half);
    case RoundingMode::down:
      return negative && (half || below_half);
    case RoundingMode::zero:
      return false;
  }
  return false;
}

// An overflow gives infinity or, when the mode rounds the other way, the largest finite number.
Value overflow(unsigned width, bool negative, RoundingMode mode) {
  Layout at(width);
  bool to_infinity = mode == RoundingMode::nearest_even || mode == RoundingMode::nearest_away ||
                     mode == (negative ? RoundingMode::down : RoundingMode::up);
  mpz_class significand;
  mpz_setbit(significand.get_mpz_t(), at.format.significand);
  if (to_infinity) {
    significand >>= 1;
    return assemble(width, negative, at.max_field(), significand);
  }
  return assemble(width, negative, at.max_field() - 1, significand - 1);
}

Value pack_finite(const UnpackedFloat& number, unsigned width, RoundingMode mode, bool sticky) {
  Layout at(width);
  mpz_class m = number.magnitude;
  long length = static_cast<long>(mpz_sizeinbase(m.get_mpz_t(), 2));
  long leading = std::max(number.exponent + length - 1, 1 - at.bias);
  long quantum = leading - static_cast<long>(at.fraction);
  long cut = quantum - number.exponent;
  if (cut > 0) {
    bool half = mpz_tstbit(m.get_mpz_t(), cut - 1);
    bool below = sticky || (m != 0 && static_cast<long>(mpz_scan1(m.get_mpz_t(), 0)) < cut - 1);
    m >>= static_cast<unsigned long>(cut);
    if (rounds_up(mode, number.negative, mpz_odd_p(m.get_mpz_t()), half, below)) ++m;
  } else {
    m <<= static_cast<unsigned long>(-cut);
  }
  if (mpz_sizeinbase(m.get_mpz_t(), 2) > at.format.significand) {
    m >>= 1;
    ++quantum;
  }
  if (!mpz_tstbit(m.get_mpz_t(), at.fraction)) return assemble(width, number.negative, 0, m);
  long field = quantum + at.fraction + at.bias;
  if (field >= at.max_field()) return overflow(width, number.negative, mode);
  return assemble(width, number.negative, field, m);
}

}  // namespace

UnpackedFloat unpack_float(const Value& value) {
  Layout at(value.sort().width);
  mpz_class pattern = value.as_unsigned();
  UnpackedFloat out;
  out.negative = mpz_tstbit(pattern.get_mpz_t(), at.sign_at());
  mpz_class field;
  mpz_tdiv_q_2exp(field.get_mpz_t(), pattern.get_mpz_t(), at.exponent_at);
  mpz_clrbit(field.get_mpz_t(), at.format.exponent);
  long exponent = field.get_si();
  mpz_tdiv_r_2exp(out.magnitude.get_mpz_t(), pattern.get_mpz_t(), at.fraction);
  if (exponent == at.max_field()) {
    out.kind = out.magnitude == 0 ? Kind::infinite : Kind::nan;
    if (out.kind == Kind::nan) out.negative = false;
    return out;
  }
  if (exponent != 0) mpz_setbit(out.magnitude.get_mpz_t(), at.fraction);
  out.kind = out.magnitude == 0 ? Kind::zero : Kind::finite;
  out.exponent = std::max(exponent, 1l) - at.bias - static_cast<long>(at.fraction);
  return out;
}

Value pack_float(const UnpackedFloat& number, unsigned width, RoundingMode mode, bool sticky) {
  Layout at(width);
  mpz_class significand;
  Value pattern;
  switch (number.kind) {
    case Kind::nan:
      mpz_setbit(significand.get_mpz_t(), at.fraction);
      mpz_setbit(significand.get_mpz_t(), at.fraction - 1);
      pattern = assemble(width, false, at.max_field(), significand);
      break;
    case Kind::infinite:
      mpz_setbit(significand.get_mpz_t(), at.fraction);
      pattern = assemble(width, number.negative, at.max_field(), significand);
      break;
    case Kind::zero:
      pattern = assemble(width, number.negative, 0, 0);
      break;
    case Kind::finite:
      pattern = pack_finite(number, width, mode, sticky);
      break;
  }
  return Value::floating(width, pattern);
}

Value float_convert(const Value& value, unsigned width, RoundingMode mode) {
  return pack_float(unpack_float(value), width, mode);
}

Value canonical_float_bits(const Value& bits) {
  unsigned width = bits.sort().width;
  Layout at(width);
  if (width <= 64) {
    uint64_t field = bits.low64() >> at.fraction & low_mask(at.format.exponent);
    uint64_t fraction = bits.low64() & low_mask(at.fraction);
    if (field != low_mask(at.format.exponent) || fraction == 0) return bits;
    return Value::bits(width, field << at.fraction | uint64_t{1} << (at.fraction - 1));
  }
  mpz_class pattern = bits.as_unsigned();
  mpz_class field;
  mpz_tdiv_q_2exp(field.get_mpz_t(), pattern.get_mpz_t(), at.exponent_at);
  mpz_clrbit(field.get_mpz_t(), at.format.exponent);
  if (unpack_float(bits).is(Kind::nan)) {
    pattern = field << at.exponent_at;
    mpz_setbit(pattern.get_mpz_t(), at.fraction - 1);
  }
  if (width == 80 && field != 0) mpz_setbit(pattern.get_mpz_t(), 63);
  if (width == 80 && field == 0) mpz_clrbit(pattern.get_mpz_t(), 63);
  return Value::bits(width, pattern);
}

}  // namespace cuttle
