// SPDX-License-Identifier: Apache-2.0
#include "engine/term/floats.h"

#include <cmath>

#include "engine/term/monotone.h"

namespace cuttle::term {

namespace {

constexpr int mantissa_bits = 53;

}  // namespace

ExprId Floats::constant(double value) {
  return pool_.constant(Value::float64(value));
}

ExprId Floats::equal(ExprId a, ExprId b) {
  if (!pool_.is_constant(a) && !pool_.is_constant(b)) return pool_.binary(Op::f_eq, a, b);
  return pool_.and_(less_equal(a, b), less_equal(b, a));
}

ExprId Floats::less(ExprId a, ExprId b) {
  return compare(a, b, true);
}

ExprId Floats::less_equal(ExprId a, ExprId b) {
  return compare(a, b, false);
}

ExprId Floats::compare(ExprId a, ExprId b, bool strict) {
  bool known_a = pool_.is_constant(a), known_b = pool_.is_constant(b);
  if (known_a == known_b) return pool_.binary(strict ? Op::f_lt : Op::f_le, a, b);
  if (known_b) return Monotone(pool_, a).below(pool_.value(b).as_double(), strict);
  return pool_.not_(Monotone(pool_, b).below(pool_.value(a).as_double(), !strict));
}

ExprId Floats::from_integer(ExprId bits) {
  if (pool_.op(bits) == Op::f_to_signed) return pool_.arg(bits, 0);  // a rounded float
  if (pool_.sort(bits).width > max_integer_width) return {};
  return pool_.make(Op::f_from_signed, Sort::floating(64), {{bits}});
}

ExprId Floats::round(ExprId a, RoundingMode mode) {
  return pool_.make(Op::f_round, Sort::floating(64), {{a}}, static_cast<uint32_t>(mode));
}

ExprId Floats::to_integer(ExprId a, RoundingMode mode, double most) {
  if (!(most < std::ldexp(1.0, static_cast<int>(max_integer_width) - 2))) return {};
  unsigned width = static_cast<unsigned>(std::ilogb(std::max(most, 1.0))) + 3;
  return pool_.make(Op::f_to_signed, Sort::bits(width), {{round(a, mode)}});
}

FloatFacts Floats::of_integer(unsigned width) {
  return {std::ldexp(1.0, static_cast<int>(width) - 1), 1};
}

FloatFacts Floats::of_constant(double value) {
  double size = std::fabs(value), unit = 1;
  if (size == 0 || !std::isfinite(size)) return {size, 1};
  while (std::fmod(size, unit) != 0) unit /= 2;
  while (std::fmod(size, unit * 2) == 0) unit *= 2;
  return {size, unit};
}

FloatFacts Floats::of_input(unsigned bits) {
  int size = static_cast<int>(std::min(bits, 256u));
  return {std::ldexp(1.0, size - 1), std::ldexp(1.0, -size - mantissa_bits)};
}

}  // namespace cuttle::term
