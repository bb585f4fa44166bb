// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/float_range.h"

#include <bit>
#include <cmath>
#include <type_traits>

namespace cuttle {
namespace {

template <typename Float>
using Pattern = std::conditional_t<sizeof(Float) == 4, uint32_t, uint64_t>;

template <typename Float>
constexpr unsigned width_of = 8 * sizeof(Float);

template <typename Float>
uint64_t pattern(Float x) {
  return std::bit_cast<Pattern<Float>>(x);
}

// Numbers that are not negative, infinity among them.
template <typename Float>
struct Numbers {
  Float low, high;

  static bool describes(const Range& range) {
    return range.width == width_of<Float> && range.high <= pattern(Float(INFINITY));
  }
  explicit Numbers(const Range& range)
      : low(std::bit_cast<Float>(static_cast<Pattern<Float>>(range.low))),
        high(std::bit_cast<Float>(static_cast<Pattern<Float>>(range.high))) {}
  bool is_finite() const { return std::isfinite(high); }
};

template <typename Float>
Range between(Float low, Float high) {
  return Range::between(width_of<Float>, pattern(low), pattern(high));
}

// Rounding to nearest keeps the order, so the ends of the arguments give those of the result.
template <typename Float>
Range arithmetic(Op op, const Range& first, const Range& second) {
  const Range all = Range::full(width_of<Float>);
  const bool is_unary = op == Op::f_sqrt;
  if (!Numbers<Float>::describes(first) || (!is_unary && !Numbers<Float>::describes(second)))
    return all;
  const Numbers<Float> a(first);
  if (is_unary) return between<Float>(std::sqrt(a.low), std::sqrt(a.high));
  const Numbers<Float> b(second);
  if (!a.is_finite() || !b.is_finite()) return all;
  switch (op) {
    case Op::f_add:
      return between<Float>(a.low + b.low, a.high + b.high);
    case Op::f_sub:
      return a.low > b.high ? between<Float>(a.low - b.high, a.high - b.low) : all;
    case Op::f_mul:
      return between<Float>(a.low * b.low, a.high * b.high);
    case Op::f_div:
      return b.low > 0 ? between<Float>(a.low / b.high, a.high / b.low) : all;
    default:
      return all;
  }
}

template <typename Float>
Range from_integer(Op op, const Range& a) {
  if (op == Op::f_from_signed && a.signed_low < 0) return Range::full(width_of<Float>);
  return between<Float>(static_cast<Float>(a.low), static_cast<Float>(a.high));
}

template <typename To, typename From>
Range converted(const Range& a) {
  if (!Numbers<From>::describes(a)) return Range::full(width_of<To>);
  const Numbers<From> numbers(a);
  return between<To>(static_cast<To>(numbers.low), static_cast<To>(numbers.high));
}

template <typename Float>
Range question(Op op, const Range& a, const Range& b) {
  if (!Numbers<Float>::describes(a)) return Range::full(1);
  switch (op) {
    case Op::f_is_nan:
      return Range::truth(true, false);
    case Op::f_is_inf:
      return Range::truth(a.low < pattern(Float(INFINITY)), a.high == pattern(Float(INFINITY)));
    default:
      break;
  }
  if (!Numbers<Float>::describes(b)) return Range::full(1);
  switch (op) {
    case Op::f_eq:
      return Range::truth(may_be_different(a, b), may_be_equal(a, b));
    case Op::f_lt:
      return Range::truth(a.high >= b.low, a.low < b.high);
    case Op::f_le:
      return Range::truth(a.high > b.low, a.low <= b.high);
    default:
      return Range::full(1);
  }
}

template <typename Float>
Range forward(Op op, Sort argument, const Range& a, const Range& b) {
  constexpr unsigned width = width_of<Float>;
  constexpr uint64_t sign = uint64_t{1} << (width - 1);
  switch (op) {
    case Op::f_neg:
      if (!Numbers<Float>::describes(a)) break;
      return Range::between(width, a.low | sign, a.high | sign);
    case Op::f_abs:
      return Numbers<Float>::describes(a) ? a : Range::between(width, 0, sign - 1);
    case Op::f_from_bits:
      if (Numbers<Float>::describes(a)) return a;
      break;
    case Op::f_from_signed:
    case Op::f_from_unsigned:
      return from_integer<Float>(op, a);
    case Op::f_to_float:
      return argument.width == 32 ? converted<Float, float>(a) : converted<Float, double>(a);
    default:
      return arithmetic<Float>(op, a, b);
  }
  return Range::full(width);
}

}  // namespace

Range float_range_forward(Op op, unsigned width, uint32_t payload, Sort argument, const Range& a,
                          const Range& b) {
  if (a.empty || b.empty) return {.width = width, .empty = true};
  if (static_cast<RoundingMode>(payload) != RoundingMode::nearest_even) return Range::full(width);
  switch (op) {
    case Op::f_to_bits:
      return a;
    case Op::f_eq:
    case Op::f_lt:
    case Op::f_le:
    case Op::f_is_nan:
    case Op::f_is_inf:
      return argument.width == 32 ? question<float>(op, a, b) : question<double>(op, a, b);
    case Op::f_neg:
    case Op::f_abs:
    case Op::f_add:
    case Op::f_sub:
    case Op::f_mul:
    case Op::f_div:
    case Op::f_sqrt:
    case Op::f_to_float:
    case Op::f_from_bits:
    case Op::f_from_signed:
    case Op::f_from_unsigned:
      return width == 32 ? forward<float>(op, argument, a, b) : forward<double>(op, argument, a, b);
    default:
      return Range::full(width);
  }
}

}  // namespace cuttle
