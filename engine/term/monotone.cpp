// SPDX-License-Identifier: Apache-2.0
#include "engine/term/monotone.h"

#include <bit>
#include <cmath>
#include <limits>

namespace cuttle::term {

namespace {

constexpr unsigned max_integer_width = 100;

// Doubles in their order as integers: neighbours differ by one.
int64_t rank(double d) {
  auto bits = std::bit_cast<int64_t>(d);
  return bits >= 0 ? bits : std::numeric_limits<int64_t>::min() - bits;
}

double from_rank(int64_t r) {
  return std::bit_cast<double>(r >= 0 ? r : std::numeric_limits<int64_t>::min() - r);
}

// The largest n in [low, high] for which `holds`, which holds up to some number and not beyond;
// low - 1 when there is none.
template <typename Number, typename Test>
Number last(Number low, Number high, const Test& holds) {
  if (!holds(low)) return low - 1;
  while (low < high) {
    Number middle = low + (high - low) / 2 + ((high - low) % 2 != 0);
    if (holds(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

}  // namespace

Monotone::Monotone(ExprPool& pool, ExprId e) : pool_(pool) {
  while (take_step(e)) {
  }
  leaf_ = e;
}

bool Monotone::take_step(ExprId& e) {
  Op op = pool_.op(e);
  switch (op) {
    case Op::f_neg:
      rising_ = !rising_;
      [[fallthrough]];
    case Op::f_sqrt:
    case Op::f_round:
      steps_.push_back({op, 0, false, static_cast<RoundingMode>(pool_.node(e).payload)});
      e = pool_.arg(e, 0);
      return true;
    case Op::f_add:
    case Op::f_sub:
    case Op::f_mul:
    case Op::f_div:
      break;
    default:
      return false;
  }
  bool first = pool_.is_constant(pool_.arg(e, 0)), second = pool_.is_constant(pool_.arg(e, 1));
  if (first == second || (first && op == Op::f_div)) return false;
  double constant = pool_.value(pool_.arg(e, first ? 0 : 1)).as_double();
  bool factor = op == Op::f_mul || op == Op::f_div;
  if (!std::isfinite(constant) || (factor && constant == 0)) return false;
  if ((factor && constant < 0) || (op == Op::f_sub && first)) rising_ = !rising_;
  steps_.push_back({op, constant, first});
  e = pool_.arg(e, first ? 1 : 0);
  return true;
}

double Monotone::apply(const Step& step, double x) {
  double a = step.constant_first ? step.constant : x, b = step.constant_first ? x : step.constant;
  switch (step.op) {
    case Op::f_neg:
      return -x;
    case Op::f_sqrt:
      return x < 0 ? -1 : std::sqrt(x);  // the path says that it is not negative
    case Op::f_add:
      return a + b;
    case Op::f_sub:
      return a - b;
    case Op::f_mul:
      return a * b;
    case Op::f_div:
      return a / b;
    default:
      break;
  }
  switch (step.mode) {
    case RoundingMode::nearest_even:
      return std::nearbyint(x);
    case RoundingMode::nearest_away:
      return std::round(x);
    case RoundingMode::up:
      return std::ceil(x);
    case RoundingMode::down:
      return std::floor(x);
    default:
      return std::trunc(x);
  }
}

double Monotone::value(double leaf) const {
  for (size_t i = steps_.size(); i-- > 0;) leaf = apply(steps_[i], leaf);
  return leaf;
}

template <typename Number>
bool Monotone::is_below(Number leaf, double bound, bool strict) const {
  double v = value(static_cast<double>(leaf));
  return strict ? v < bound : v <= bound;
}

ExprId Monotone::below(double bound, bool strict) {
  bool integer = pool_.op(leaf_) == Op::f_from_signed &&
                 pool_.sort(pool_.arg(leaf_, 0)).width <= max_integer_width;
  if (integer) return integer_below(bound, strict);
  if (!steps_.empty()) return float_below(bound, strict);
  ExprId constant = pool_.constant(Value::float64(bound));
  return pool_.binary(strict ? Op::f_lt : Op::f_le, leaf_, constant);
}

ExprId Monotone::integer_below(double bound, bool strict) {
  using Wide = __int128;
  ExprId integer = pool_.arg(leaf_, 0);
  unsigned width = pool_.sort(integer).width;
  Wide high = (Wide{1} << (width - 1)) - 1, low = -high - 1;
  auto holds = [&](Wide n) { return is_below(n, bound, strict) == rising_; };
  Wide threshold = last(low, high, holds);
  if (threshold < low) return pool_.boolean(!rising_);
  if (threshold == high) return pool_.boolean(rising_);
  mpz_class top = static_cast<long>(threshold >> 62);
  mpz_class all =
      top * (mpz_class(1) << 62) + static_cast<unsigned long>(threshold & ((Wide{1} << 62) - 1));
  ExprId up_to = pool_.binary(Op::bv_sle, integer, pool_.constant(Value::bits(width, all)));
  return rising_ ? up_to : pool_.not_(up_to);
}

ExprId Monotone::float_below(double bound, bool strict) {
  constexpr double most = std::numeric_limits<double>::max();
  int64_t low = rank(-most), high = rank(most);
  auto holds = [&](__int128 n) {
    return is_below(from_rank(static_cast<int64_t>(n)), bound, strict) == rising_;
  };
  auto threshold = static_cast<int64_t>(last<__int128>(low, high, holds));
  if (threshold < low) return pool_.boolean(!rising_);
  if (threshold == high) return pool_.boolean(rising_);
  ExprId constant = pool_.constant(Value::float64(from_rank(threshold)));
  ExprId up_to = pool_.binary(Op::f_le, leaf_, constant);
  return rising_ ? up_to : pool_.not_(up_to);
}

}  // namespace cuttle::term
