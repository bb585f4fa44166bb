// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

// An ite of 0 and 1 selects its factor or nothing.
ExprId times_flag(ExprPool& pool, ExprId flag, ExprId b) {
  if (!is_constant_ite(pool, flag)) return {};
  ExprId x = pool.arg(flag, 1), y = pool.arg(flag, 2);
  bool flags = (is_zero(pool, x) || is_one(pool, x)) && (is_zero(pool, y) || is_one(pool, y));
  if (!flags) return {};
  ExprId none = zero(pool, width_of(pool, b));
  return pool.ite(pool.arg(flag, 0), is_zero(pool, x) ? none : b, is_zero(pool, y) ? none : b);
}

}  // namespace

ExprId simplify_product(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  unsigned width = n.sort.width;
  if (!pool.is_constant(b)) {
    if (is(pool, a, Op::bv_neg) && is(pool, b, Op::bv_neg)) {
      return pool.binary(Op::bv_mul, pool.arg(a, 0), pool.arg(b, 0));
    }
    if (ExprId e = times_flag(pool, a, b)) return e;
    return times_flag(pool, b, a);
  }
  if (is_zero(pool, b)) return b;
  if (is_one(pool, b)) return a;
  if (is_all_ones(pool, b)) return pool.unary(Op::bv_neg, a);
  if (int shift = exact_log2(pool.value(b)); shift > 0) {
    unsigned distance = static_cast<unsigned>(shift);
    return pool.concat(pool.extract(a, 0, width - distance), zero(pool, distance));
  }
  if (has_constant(pool, a, Op::bv_mul)) {
    return pool.binary(Op::bv_mul, pool.arg(a, 0), pool.binary(Op::bv_mul, pool.arg(a, 1), b));
  }
  if (is(pool, a, Op::bv_neg)) {
    return pool.binary(Op::bv_mul, pool.arg(a, 0), pool.unary(Op::bv_neg, b));
  }
  return {};
}

}  // namespace cuttle
