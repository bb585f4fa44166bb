// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify_compare.h"

#include "engine/expr/simplify_util.h"

namespace cuttle {

AlignedPair aligned_arguments(ExprPool& pool, ExprId a, ExprId b) {
  ExprId x = pool.arg(a, 0), y = pool.arg(b, 0);
  unsigned width = std::max(width_of(pool, x), width_of(pool, y));
  if (is(pool, a, Op::bv_zext)) return {pool.zext(x, width), pool.zext(y, width)};
  return {pool.sext(x, width), pool.sext(y, width)};
}

ExprId compare_ite(ExprPool& pool, const ExprNode& n) {
  ExprId e = n.args[0], k = n.args[1];
  if (!is(pool, e, Op::ite)) return {};
  ExprId c = pool.arg(e, 0), x = pool.arg(e, 1), y = pool.arg(e, 2);
  if (!pool.is_constant(x) && !pool.is_constant(y)) return {};
  ExprId first = pool.binary(n.op, x, k);
  ExprId second = pool.binary(n.op, y, k);
  return pool.ite(c, first, second);
}

namespace {

// An upper bound of `e`, which has at most 64 bits.
uint64_t upper_bound(const ExprPool& pool, ExprId e) {
  uint64_t all = low_mask(width_of(pool, e));
  ExprId x = pool.arg(e, 0), y = pool.arg(e, 1);
  switch (pool.op(e)) {
    case Op::bv_zext:
      return low_mask(width_of(pool, x));
    case Op::bv_and:
      return pool.is_constant(y) ? pool.value(y).low64() : all;
    case Op::bv_urem:
      return pool.is_constant(y) && !pool.value(y).is_zero() ? pool.value(y).low64() - 1 : all;
    case Op::bv_udiv:
      return pool.is_constant(y) && !pool.value(y).is_zero() ? all / pool.value(y).low64() : all;
    default:
      return all;
  }
}

}  // namespace

bool exceeds_bound(const ExprPool& pool, ExprId e, ExprId k) {
  return width_of(pool, e) <= 64 && pool.value(k).low64() > upper_bound(pool, e);
}

}  // namespace cuttle
