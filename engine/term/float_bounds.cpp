// SPDX-License-Identifier: Apache-2.0
#include "engine/term/float_bounds.h"

namespace cuttle::term {

std::optional<FloatBounds::Comparison> FloatBounds::read(const ExprPool& pool, ExprId condition) {
  Op op = pool.op(condition);
  if (op != Op::f_lt && op != Op::f_le) return {};
  ExprId a = pool.arg(condition, 0), b = pool.arg(condition, 1);
  bool upper = pool.is_constant(b);
  if (upper == pool.is_constant(a)) return {};
  double constant = pool.value(upper ? b : a).as_double();
  return Comparison{upper ? a : b, {constant, op == Op::f_le}, upper};
}

void FloatBounds::learn(const ExprPool& pool, ExprId condition, bool holds) {
  if (pool.op(condition) == Op::not_) return learn(pool, pool.arg(condition, 0), !holds);
  bool both = pool.op(condition) == (holds ? Op::and_ : Op::or_);
  if (both) {
    learn(pool, pool.arg(condition, 0), holds);
    return learn(pool, pool.arg(condition, 1), holds);
  }
  auto c = read(pool, condition);
  if (!c) return;
  Bounds& bounds = bounds_[c->term];
  End end = c->end;
  if (!holds) end.included = !end.included;
  bool upper = c->upper == holds;
  End& known = upper ? bounds.high : bounds.low;
  bool tighter = upper ? end.value < known.value : end.value > known.value;
  if (tighter || (end.value == known.value && !end.included)) known = end;
}

std::optional<bool> FloatBounds::implied(const ExprPool& pool, ExprId condition) const {
  auto c = read(pool, condition);
  if (!c) return {};
  auto it = bounds_.find(c->term);
  if (it == bounds_.end()) return {};
  const Bounds& known = it->second;
  // term < end: certain when the term is known to be at most something smaller, impossible when it
  // is known to be at least something larger. The other direction is its mirror image.
  const End& near = c->upper ? known.high : known.low;
  const End& far = c->upper ? known.low : known.high;
  double sign = c->upper ? 1 : -1;
  double end = sign * c->end.value;
  if (sign * near.value < end) return true;
  if (sign * near.value == end && (c->end.included || !near.included)) return true;
  if (sign * far.value > end) return false;
  if (sign * far.value == end && !(c->end.included && far.included)) return false;
  return {};
}

}  // namespace cuttle::term
