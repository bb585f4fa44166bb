// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

ExprId bool_ite(ExprPool& pool, ExprId c, ExprId a, ExprId b) {
  if (pool.is_true(a) || a == c) return pool.or_(c, b);
  if (pool.is_false(a)) return pool.and_(pool.not_(c), b);
  if (pool.is_true(b)) return pool.or_(pool.not_(c), a);
  if (pool.is_false(b) || b == c) return pool.and_(c, a);
  if (complementary(pool, a, b)) return pool.eq(c, a);
  return {};
}

// Alternatives that are ites themselves.
ExprId nested_ite(ExprPool& pool, ExprId c, ExprId a, ExprId b) {
  if (is(pool, a, Op::ite)) {
    ExprId c2 = pool.arg(a, 0), a1 = pool.arg(a, 1), a2 = pool.arg(a, 2);
    if (c2 == c) return pool.ite(c, a1, b);
    if (a2 == b) return pool.ite(pool.and_(c, c2), a1, b);
    if (a1 == b) return pool.ite(pool.and_(c, pool.not_(c2)), a2, b);
  }
  if (is(pool, b, Op::ite)) {
    ExprId c2 = pool.arg(b, 0), b1 = pool.arg(b, 1), b2 = pool.arg(b, 2);
    if (c2 == c) return pool.ite(c, a, b2);
    if (b1 == a) return pool.ite(pool.or_(c, c2), a, b2);
    if (b2 == a) return pool.ite(pool.or_(c, pool.not_(c2)), a, b1);
  }
  return {};
}

// ite(x == y, x, y) is y, whichever way round.
ExprId equal_or_self(const ExprPool& pool, ExprId c, ExprId a, ExprId b) {
  if (!is(pool, c, Op::eq)) return {};
  ExprId x = pool.arg(c, 0), y = pool.arg(c, 1);
  return (a == x && b == y) || (a == y && b == x) ? b : ExprId{};
}

// The narrower expression that `e` extends with zeros to its width, when it is at most `width`
// wide; constants become as wide as asked.
ExprId narrowed(ExprPool& pool, ExprId e, unsigned width) {
  if (is(pool, e, Op::bv_zext)) return pool.zext(pool.arg(e, 0), width);
  return pool.extract(e, 0, width);
}

// ite(c, zext(a), zext(b)) is zext(ite(c, a, b)), so that comparisons of it get narrow too.
ExprId extended_ite(ExprPool& pool, ExprId c, ExprId a, ExprId b) {
  auto needed = [&](ExprId e) -> unsigned {
    if (is(pool, e, Op::bv_zext)) return width_of(pool, pool.arg(e, 0));
    return pool.is_constant(e) ? std::max(1u, pool.value(e).bit_length()) : 65535;
  };
  if (pool.is_constant(a) && pool.is_constant(b)) return {};
  unsigned width = std::max(needed(a), needed(b));
  if (width >= width_of(pool, a)) return {};
  ExprId low = pool.ite(c, narrowed(pool, a, width), narrowed(pool, b, width));
  return pool.zext(low, width_of(pool, a));
}

}  // namespace

ExprId simplify_ite(ExprPool& pool, const ExprNode& n) {
  ExprId c = n.args[0], a = n.args[1], b = n.args[2];
  if (pool.is_constant(c)) return pool.is_true(c) ? a : b;
  if (a == b) return a;
  if (is(pool, c, Op::not_)) return pool.ite(pool.arg(c, 0), b, a);
  if (n.sort.is_bool()) {
    if (ExprId e = bool_ite(pool, c, a, b)) return e;
  }
  if (ExprId e = nested_ite(pool, c, a, b)) return e;
  if (ExprId e = equal_or_self(pool, c, a, b)) return e;
  return n.sort.is_bits() ? extended_ite(pool, c, a, b) : ExprId{};
}

}  // namespace cuttle
