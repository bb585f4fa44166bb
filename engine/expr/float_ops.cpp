// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cfloat>
#include <cmath>

#include "engine/expr/floats.h"
#include "engine/expr/ops.h"
#include "engine/support/check.h"

namespace cuttle {
namespace {

using Kind = UnpackedFloat::Kind;

long bit_length(const mpz_class& m) {
  return static_cast<long>(mpz_sizeinbase(m.get_mpz_t(), 2));
}

UnpackedFloat zero(bool negative) {
  return {Kind::zero, negative, 0, 0};
}

UnpackedFloat infinite(bool negative) {
  return {Kind::infinite, negative, 0, 0};
}

UnpackedFloat negated(UnpackedFloat a) {
  a.negative = !a.negative && !a.is(Kind::nan);
  return a;
}

// Signed magnitude at the common exponent `exponent`, which is not above the number's own.
mpz_class aligned(const UnpackedFloat& a, long exponent) {
  if (a.is(Kind::zero)) return 0;
  mpz_class out = a.magnitude << static_cast<unsigned long>(a.exponent - exponent);
  if (a.negative) out = -out;
  return out;
}

UnpackedFloat add(const UnpackedFloat& a, const UnpackedFloat& b, RoundingMode mode) {
  if (a.is(Kind::nan) || b.is(Kind::nan)) return {};
  if (a.is(Kind::infinite)) {
    if (b.is(Kind::infinite) && a.negative != b.negative) return {};
    return a;
  }
  if (b.is(Kind::infinite)) return b;
  if (a.is(Kind::zero) && b.is(Kind::zero) && a.negative == b.negative) return a;
  long exponent = a.is(Kind::zero)   ? b.exponent
                  : b.is(Kind::zero) ? a.exponent
                                     : std::min(a.exponent, b.exponent);
  mpz_class sum = aligned(a, exponent) + aligned(b, exponent);
  if (sum == 0) return zero(mode == RoundingMode::down);
  return {Kind::finite, sum < 0, abs(sum), exponent};
}

UnpackedFloat multiply(const UnpackedFloat& a, const UnpackedFloat& b) {
  if (a.is(Kind::nan) || b.is(Kind::nan)) return {};
  bool negative = a.negative != b.negative;
  if (a.is(Kind::infinite) || b.is(Kind::infinite)) {
    if (a.is(Kind::zero) || b.is(Kind::zero)) return {};
    return infinite(negative);
  }
  if (a.is(Kind::zero) || b.is(Kind::zero)) return zero(negative);
  return {Kind::finite, negative, a.magnitude * b.magnitude, a.exponent + b.exponent};
}

Value divide(const UnpackedFloat& a, const UnpackedFloat& b, unsigned width, RoundingMode mode) {
  bool negative = a.negative != b.negative;
  bool invalid = a.is(Kind::nan) || b.is(Kind::nan) || (a.is(Kind::zero) && b.is(Kind::zero)) ||
                 (a.is(Kind::infinite) && b.is(Kind::infinite));
  if (invalid) return pack_float({}, width, mode);
  if (a.is(Kind::infinite) || b.is(Kind::zero)) return pack_float(infinite(negative), width, mode);
  if (a.is(Kind::zero) || b.is(Kind::infinite)) return pack_float(zero(negative), width, mode);
  long wanted = float_format(width).significand + 3;
  long shift = std::max(0l, wanted + bit_length(b.magnitude) - bit_length(a.magnitude));
  mpz_class dividend = a.magnitude << static_cast<unsigned long>(shift);
  UnpackedFloat out{Kind::finite, negative, dividend / b.magnitude,
                    a.exponent - b.exponent - shift};
  return pack_float(out, width, mode, out.magnitude * b.magnitude != dividend);
}

Value square_root(const UnpackedFloat& a, unsigned width, RoundingMode mode) {
  if (a.is(Kind::nan) || a.is(Kind::zero)) return pack_float(a, width, mode);
  if (a.negative) return pack_float({}, width, mode);
  if (a.is(Kind::infinite)) return pack_float(a, width, mode);
  long shift = std::max(
      0l, 2 * (static_cast<long>(float_format(width).significand) + 3) - bit_length(a.magnitude));
  if ((a.exponent - shift) % 2 != 0) ++shift;
  mpz_class radicand = a.magnitude << static_cast<unsigned long>(shift);
  UnpackedFloat out{Kind::finite, false, sqrt(radicand), (a.exponent - shift) / 2};
  return pack_float(out, width, mode, out.magnitude * out.magnitude != radicand);
}

UnpackedFloat remainder(const UnpackedFloat& a, const UnpackedFloat& b) {
  if (a.is(Kind::nan) || b.is(Kind::nan) || a.is(Kind::infinite) || b.is(Kind::zero)) return {};
  if (a.is(Kind::zero) || b.is(Kind::infinite)) return a;
  long exponent = std::min(a.exponent, b.exponent);
  mpz_class dividend = a.magnitude << static_cast<unsigned long>(a.exponent - exponent);
  mpz_class divisor = b.magnitude << static_cast<unsigned long>(b.exponent - exponent);
  mpz_class rest = dividend % divisor;
  if (rest == 0) return zero(a.negative);
  return {Kind::finite, a.negative, rest, exponent};
}

// The magnitude rounded to an integer by `mode`.
mpz_class integral(const UnpackedFloat& a, RoundingMode mode) {
  if (a.exponent >= 0) return a.magnitude << static_cast<unsigned long>(a.exponent);
  unsigned long cut = static_cast<unsigned long>(-a.exponent);
  mpz_class whole = a.magnitude >> cut;
  mpz_class rest = a.magnitude - (whole << cut);
  if (rest == 0) return whole;
  mpz_class half = mpz_class(1) << (cut - 1);
  bool up = false;
  switch (mode) {
    case RoundingMode::nearest_even:
      up = rest > half || (rest == half && mpz_odd_p(whole.get_mpz_t()));
      break;
    case RoundingMode::nearest_away:
      up = rest >= half;
      break;
    case RoundingMode::up:
      up = !a.negative;
      break;
    case RoundingMode::down:
      up = a.negative;
      break;
    case RoundingMode::zero:
      break;
  }
  return up ? whole + 1 : whole;
}

UnpackedFloat round_to_integral(const UnpackedFloat& a, RoundingMode mode) {
  if (!a.is(Kind::finite)) return a;
  mpz_class whole = integral(a, mode);
  if (whole == 0) return zero(a.negative);
  return {Kind::finite, a.negative, whole, 0};
}

// -1, 0 or 1; neither is a NaN.
int compare(const UnpackedFloat& a, const UnpackedFloat& b) {
  auto rank = [](const UnpackedFloat& x) {
    if (x.is(Kind::zero)) return 0;
    int size = x.is(Kind::infinite) ? 2 : 1;
    return x.negative ? -size : size;
  };
  if (rank(a) != rank(b)) return rank(a) < rank(b) ? -1 : 1;
  if (!a.is(Kind::finite)) return 0;
  long exponent = std::min(a.exponent, b.exponent);
  return sgn(aligned(a, exponent) - aligned(b, exponent));
}

bool compares(Op op, const UnpackedFloat& a, const UnpackedFloat& b) {
  if (a.is(Kind::nan) || b.is(Kind::nan)) return false;
  int order = compare(a, b);
  return op == Op::f_eq ? order == 0 : op == Op::f_lt ? order < 0 : order <= 0;
}

UnpackedFloat smaller(const UnpackedFloat& a, const UnpackedFloat& b) {
  if (a.is(Kind::nan)) return b;
  if (b.is(Kind::nan)) return a;
  int order = compare(a, b);
  if (order == 0) return a.negative ? a : b;
  return order < 0 ? a : b;
}

Value to_integer_bits(const UnpackedFloat& a, unsigned width, bool is_signed) {
  mpz_class limit = mpz_class(1) << (is_signed ? width - 1 : width);
  mpz_class least = is_signed ? mpz_class(-limit) : mpz_class(0);
  mpz_class unfit = is_signed ? limit : mpz_class(limit - 1);
  if (a.is(Kind::nan) || a.is(Kind::infinite)) return Value::bits(width, unfit);
  mpz_class whole = a.is(Kind::zero) ? mpz_class(0) : integral(a, RoundingMode::zero);
  if (a.negative) whole = -whole;
  return Value::bits(width, whole < least || whole >= limit ? unfit : whole);
}

Value from_integer(const mpz_class& value, unsigned width, RoundingMode mode) {
  if (value == 0) return pack_float(zero(false), width, mode);
  return pack_float({Kind::finite, value < 0, abs(value), 0}, width, mode);
}

// The host computes these exactly as IEEE says; most of what programs do is this.
static_assert(FLT_EVAL_METHOD == 0, "the host must round float and double after each operation");

template <typename Float, typename Bits>
bool native(Op op, const Value* args, Value& out, Value (*wrap)(Float)) {
  Float a = std::bit_cast<Float>(static_cast<Bits>(args[0].low64()));
  Float b = op == Op::f_sqrt ? a : std::bit_cast<Float>(static_cast<Bits>(args[1].low64()));
  switch (op) {
    case Op::f_add:
      out = wrap(a + b);
      return true;
    case Op::f_sub:
      out = wrap(a - b);
      return true;
    case Op::f_mul:
      out = wrap(a * b);
      return true;
    case Op::f_div:
      out = wrap(a / b);
      return true;
    case Op::f_sqrt:
      out = wrap(std::sqrt(a));
      return true;
    case Op::f_eq:
      out = Value::boolean(a == b);
      return true;
    case Op::f_lt:
      out = Value::boolean(a < b);
      return true;
    case Op::f_le:
      out = Value::boolean(a <= b);
      return true;
    default:
      return false;
  }
}

bool has_native(Op op) {
  return op == Op::f_add || op == Op::f_sub || op == Op::f_mul || op == Op::f_div ||
         op == Op::f_sqrt || op == Op::f_eq || op == Op::f_lt || op == Op::f_le;
}

}  // namespace

Value float_apply_exact(Op op, Sort result, RoundingMode mode, const Value* args) {
  unsigned width = result.width;
  switch (op) {
    case Op::f_from_bits:
      return Value::floating(width, args[0]);
    case Op::f_from_signed:
      return from_integer(args[0].as_signed(), width, mode);
    case Op::f_from_unsigned:
      return from_integer(args[0].as_unsigned(), width, mode);
    case Op::f_to_bits:
      return args[0].bits_of();
    default:
      break;
  }
  UnpackedFloat a = unpack_float(args[0]);
  UnpackedFloat b = op_info(op).arity > 1 ? unpack_float(args[1]) : UnpackedFloat{};
  switch (op) {
    case Op::f_neg:
      return pack_float(negated(a), width, mode);
    case Op::f_abs:
      a.negative = false;
      return pack_float(a, width, mode);
    case Op::f_add:
      return pack_float(add(a, b, mode), width, mode);
    case Op::f_sub:
      return pack_float(add(a, negated(b), mode), width, mode);
    case Op::f_mul:
      return pack_float(multiply(a, b), width, mode);
    case Op::f_div:
      return divide(a, b, width, mode);
    case Op::f_rem:
      return pack_float(remainder(a, b), width, mode);
    case Op::f_fma:
      return pack_float(add(multiply(a, b), unpack_float(args[2]), mode), width, mode);
    case Op::f_sqrt:
      return square_root(a, width, mode);
    case Op::f_min:
      return pack_float(smaller(a, b), width, mode);
    case Op::f_max:
      return pack_float(negated(smaller(negated(a), negated(b))), width, mode);
    case Op::f_round:
      return pack_float(round_to_integral(a, mode), width, mode);
    case Op::f_eq:
    case Op::f_lt:
    case Op::f_le:
      return Value::boolean(compares(op, a, b));
    case Op::f_is_nan:
      return Value::boolean(a.is(Kind::nan));
    case Op::f_is_inf:
      return Value::boolean(a.is(Kind::infinite));
    case Op::f_to_float:
      return pack_float(a, width, mode);
    case Op::f_to_signed:
    case Op::f_to_unsigned:
      return to_integer_bits(a, width, op == Op::f_to_signed);
    default:
      CUTTLE_CHECK(false, "not a float operation");
  }
}

Value float_apply(Op op, Sort result, RoundingMode mode, const Value* args) {
  unsigned width = args[0].sort().width;
  if (mode == RoundingMode::nearest_even && has_native(op)) {
    Value out;
    if (width == 32 && native<float, uint32_t>(op, args, out, Value::float32)) return out;
    if (width == 64 && native<double, uint64_t>(op, args, out, Value::float64)) return out;
  }
  return float_apply_exact(op, result, mode, args);
}

}  // namespace cuttle
