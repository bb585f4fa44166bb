// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

ExprId neg(ExprPool& pool, ExprId a) {
  return pool.unary(Op::bv_neg, a);
}

ExprId sub(ExprPool& pool, ExprId a, ExprId b) {
  return pool.binary(Op::bv_sub, a, b);
}

ExprId simplify_neg(ExprPool& pool, ExprId x) {
  ExprId y = pool.arg(x, 0), z = pool.arg(x, 1);
  switch (pool.op(x)) {
    case Op::bv_neg:
      return y;
    case Op::bv_sub:
      return sub(pool, z, y);
    case Op::bv_not:
      return pool.add(y, one(pool, width_of(pool, x)));
    case Op::bv_add:
      return pool.is_constant(z) ? sub(pool, neg(pool, z), y) : ExprId{};
    case Op::bv_mul:
      return pool.is_constant(z) ? pool.binary(Op::bv_mul, y, neg(pool, z)) : ExprId{};
    default:
      return {};
  }
}

// concat(high, low) + k where no carry leaves the low part.
ExprId add_to_concat(ExprPool& pool, ExprId e, ExprId k) {
  unsigned split = width_of(pool, pool.arg(e, 1));
  if (!is_zero_range(pool, k, 0, split) && !is_zero(pool, pool.arg(e, 1))) return {};
  unsigned rest = width_of(pool, e) - split;
  if (!extracts_well(pool, k, 0, split) || !extracts_well(pool, k, split, rest)) return {};
  ExprId low = pool.arg(e, 1);
  if (is_zero(pool, low)) low = pool.extract(k, 0, split);
  return pool.concat(pool.add(pool.arg(e, 0), pool.extract(k, split, rest)), low);
}

ExprId add_constant(ExprPool& pool, ExprId a, ExprId k) {
  if (is_zero(pool, k)) return a;
  ExprId x = pool.arg(a, 0), y = pool.arg(a, 1);
  switch (pool.op(a)) {
    case Op::bv_add:
      return pool.is_constant(y) ? pool.add(x, pool.add(y, k)) : ExprId{};
    case Op::bv_sub:
      return pool.is_constant(x) ? sub(pool, pool.add(x, k), y) : ExprId{};
    case Op::bv_neg:
      return sub(pool, k, x);
    case Op::bv_not:  // ~x = -1 - x
      return sub(pool, sub(pool, k, one(pool, width_of(pool, a))), x);
    case Op::bv_concat:
      return add_to_concat(pool, a, k);
    default:
      return {};
  }
}

ExprId simplify_add(ExprPool& pool, ExprId a, ExprId b) {
  if (pool.is_constant(b)) return add_constant(pool, a, b);
  unsigned width = width_of(pool, a);
  if (a == b) {
    if (width == 1) return zero(pool, 1);
    return pool.concat(pool.extract(a, 0, width - 1), zero(pool, 1));
  }
  if (is(pool, b, Op::bv_neg)) return sub(pool, a, pool.arg(b, 0));
  if (is(pool, a, Op::bv_neg)) return sub(pool, b, pool.arg(a, 0));
  if (bv_complementary(pool, a, b)) return all_ones(pool, width);
  if (is(pool, a, Op::bv_sub) && pool.arg(a, 1) == b) return pool.arg(a, 0);
  if (is(pool, b, Op::bv_sub) && pool.arg(b, 1) == a) return pool.arg(b, 0);
  if (has_constant(pool, a, Op::bv_add) && has_constant(pool, b, Op::bv_add)) {
    ExprId constants = pool.add(pool.arg(a, 1), pool.arg(b, 1));
    return pool.add(pool.add(pool.arg(a, 0), pool.arg(b, 0)), constants);
  }
  if (is(pool, a, Op::bv_concat)) {
    if (ExprId e = add_to_concat(pool, a, b)) return e;
  }
  return is(pool, b, Op::bv_concat) ? add_to_concat(pool, b, a) : ExprId{};
}

// k - b
ExprId subtract_from_constant(ExprPool& pool, ExprId k, ExprId b) {
  if (is_zero(pool, k)) return neg(pool, b);
  if (is_all_ones(pool, k)) return pool.unary(Op::bv_not, b);
  ExprId x = pool.arg(b, 0), y = pool.arg(b, 1);
  switch (pool.op(b)) {
    case Op::bv_add:
      return pool.is_constant(y) ? sub(pool, sub(pool, k, y), x) : ExprId{};
    case Op::bv_sub:
      return pool.is_constant(x) ? pool.add(y, sub(pool, k, x)) : ExprId{};
    case Op::bv_neg:
      return pool.add(x, k);
    case Op::bv_not:
      return pool.add(x, pool.add(k, one(pool, width_of(pool, b))));
    default:
      return {};
  }
}

// The other summand when `sum` is an addition of `part`.
ExprId other_summand(const ExprPool& pool, ExprId sum, ExprId part) {
  if (!is(pool, sum, Op::bv_add)) return {};
  if (pool.arg(sum, 0) == part) return pool.arg(sum, 1);
  return pool.arg(sum, 1) == part ? pool.arg(sum, 0) : ExprId{};
}

ExprId simplify_sub(ExprPool& pool, ExprId a, ExprId b) {
  if (pool.is_constant(b)) return pool.add(a, neg(pool, b));
  if (pool.is_constant(a)) return subtract_from_constant(pool, a, b);
  if (a == b) return zero(pool, width_of(pool, a));
  if (is(pool, b, Op::bv_neg)) return pool.add(a, pool.arg(b, 0));
  if (ExprId rest = other_summand(pool, a, b)) return rest;
  if (ExprId rest = other_summand(pool, b, a)) return neg(pool, rest);
  if (is(pool, a, Op::bv_sub) && pool.arg(a, 0) == b) return neg(pool, pool.arg(a, 1));
  if (is(pool, b, Op::bv_sub) && pool.arg(b, 0) == a) return pool.arg(b, 1);
  if (has_constant(pool, a, Op::bv_add) && has_constant(pool, b, Op::bv_add)) {
    ExprId constants = sub(pool, pool.arg(a, 1), pool.arg(b, 1));
    return pool.add(sub(pool, pool.arg(a, 0), pool.arg(b, 0)), constants);
  }
  return {};
}

}  // namespace

ExprId simplify_sum(ExprPool& pool, const ExprNode& n) {
  if (n.op == Op::bv_neg) return simplify_neg(pool, n.args[0]);
  if (n.op == Op::bv_add) return simplify_add(pool, n.args[0], n.args[1]);
  return simplify_sub(pool, n.args[0], n.args[1]);
}

}  // namespace cuttle
