// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

// Two neighbours as one expression, or none.
ExprId fuse(ExprPool& pool, ExprId high, ExprId low) {
  unsigned high_width = width_of(pool, high), low_width = width_of(pool, low);
  if (pool.is_constant(high) && pool.is_constant(low)) return pool.concat(high, low);
  if (is(pool, high, Op::bv_extract)) {
    ExprId x = pool.arg(high, 0);
    unsigned from = pool.node(high).payload;
    if (is(pool, low, Op::bv_extract) && pool.arg(low, 0) == x &&
        pool.node(low).payload + low_width == from) {
      return pool.extract(x, pool.node(low).payload, high_width + low_width);
    }
    // The sign bit of x before x.
    if (high_width == 1 && x == low && from + 1 == low_width) return pool.sext(low, low_width + 1);
  }
  if (is_constant_ite(pool, high) && is_constant_ite(pool, low) &&
      pool.arg(high, 0) == pool.arg(low, 0)) {
    ExprId first = pool.concat(pool.arg(high, 1), pool.arg(low, 1));
    ExprId second = pool.concat(pool.arg(high, 2), pool.arg(low, 2));
    return pool.ite(pool.arg(high, 0), first, second);
  }
  return {};
}

}  // namespace

// Concatenations lean to the right: concat(a, concat(b, c)). Leading zeros are a zext.
ExprId simplify_concat(ExprPool& pool, const ExprNode& n) {
  ExprId high = n.args[0], low = n.args[1];
  unsigned width = n.sort.width;
  if (is_zero(pool, high)) return pool.zext(low, width);
  if (is(pool, high, Op::bv_zext)) return pool.zext(pool.concat(pool.arg(high, 0), low), width);
  if (is(pool, high, Op::bv_sext)) return pool.sext(pool.concat(pool.arg(high, 0), low), width);
  if (is(pool, high, Op::bv_concat)) {
    return pool.concat(pool.arg(high, 0), pool.concat(pool.arg(high, 1), low));
  }
  if (ExprId e = fuse(pool, high, low)) return e;
  if (is(pool, low, Op::bv_concat)) {
    ExprId rest = pool.arg(low, 1);
    if (ExprId e = fuse(pool, high, pool.arg(low, 0))) return pool.concat(e, rest);
  }
  if (pool.is_constant(high) && is(pool, low, Op::bv_zext)) {
    ExprId x = pool.arg(low, 0);
    unsigned zeros = width_of(pool, low) - width_of(pool, x);
    return pool.concat(pool.concat(high, zero(pool, zeros)), x);
  }
  return {};
}

ExprId simplify_extend(ExprPool& pool, const ExprNode& n) {
  ExprId x = n.args[0];
  if (n.sort == pool.sort(x)) return x;
  if (is(pool, x, n.op) || is(pool, x, Op::bv_zext)) {  // sext of a zext adds zeros too
    ExprId y = pool.arg(x, 0);
    return is(pool, x, Op::bv_zext) ? pool.zext(y, n.sort.width) : pool.sext(y, n.sort.width);
  }
  // A known sign.
  if (n.op == Op::bv_sext && is(pool, x, Op::bv_concat) && pool.is_constant(pool.arg(x, 0))) {
    unsigned high = n.sort.width - width_of(pool, pool.arg(x, 1));
    return pool.concat(pool.sext(pool.arg(x, 0), high), pool.arg(x, 1));
  }
  return {};
}

}  // namespace cuttle
