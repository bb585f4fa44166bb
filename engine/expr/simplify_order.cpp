// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_compare.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

ExprId less(ExprPool& pool, bool is_signed, ExprId a, ExprId b) {
  return pool.binary(is_signed ? Op::bv_slt : Op::bv_ult, a, b);
}

// Whether the highest bit is 0.
bool is_nonnegative(const ExprPool& pool, ExprId e) {
  if (pool.is_constant(e)) return !is_negative(pool.value(e));
  return is(pool, e, Op::bv_zext);
}

// zext(x) < k
ExprId zext_below(ExprPool& pool, ExprId e, ExprId k) {
  ExprId x = pool.arg(e, 0);
  if (pool.value(k).bit_length() > width_of(pool, x)) return pool.true_expr();
  return less(pool, false, x, pool.extract(k, 0, width_of(pool, x)));
}

// sext(x) < k. As unsigned numbers, sext(x) lies in two intervals, at the bottom and at the top.
ExprId sext_below(ExprPool& pool, bool is_signed, ExprId e, ExprId k) {
  ExprId x = pool.arg(e, 0);
  unsigned width = width_of(pool, x);
  ExprId low = pool.extract(k, 0, width);
  if (pool.sext(low, width_of(pool, e)) == k) return less(pool, is_signed, x, low);
  if (is_signed) return pool.boolean(!is_negative(pool.value(k)));
  return less(pool, false, x,
              signed_min(pool, width));  // k lies between the intervals: x is in the lower one
}

// concat(high, low) < k, when one part decides.
ExprId concat_below(ExprPool& pool, bool is_signed, ExprId e, ExprId k) {
  ExprId high = pool.arg(e, 0), low = pool.arg(e, 1);
  unsigned split = width_of(pool, low);
  if (is_zero_range(pool, k, 0, split)) {
    return less(pool, is_signed, high, pool.extract(k, split, width_of(pool, high)));
  }
  if (!pool.is_constant(high)) return {};
  ExprId k_high = pool.extract(k, split, width_of(pool, high));
  if (high != k_high) return less(pool, is_signed, high, k_high);
  return less(pool, false, low, pool.extract(k, 0, split));
}

// a < k
ExprId below_constant(ExprPool& pool, bool is_signed, ExprId a, ExprId k) {
  unsigned width = width_of(pool, a);
  ExprId least_plus_one = one(pool, width);
  if (is_signed) {
    if (is_signed_max(pool, k)) return pool.not_(pool.eq(a, k));
    ExprId least = signed_min(pool, width);
    if (k == pool.add(least, least_plus_one)) return pool.eq(a, least);
  } else {
    if (k == least_plus_one) return pool.eq(a, zero(pool, width));
    if (is_all_ones(pool, k)) return pool.not_(pool.eq(a, k));
    if (exceeds_bound(pool, a, k)) return pool.true_expr();
  }
  switch (pool.op(a)) {
    case Op::bv_zext:
      if (is_signed && is_negative(pool.value(k))) return pool.false_expr();
      return zext_below(pool, a, k);
    case Op::bv_sext:
      return sext_below(pool, is_signed, a, k);
    case Op::bv_concat:
      return concat_below(pool, is_signed, a, k);
    case Op::bv_not:  // turns the order round
      return less(pool, is_signed, pool.unary(Op::bv_not, k), pool.arg(a, 0));
    default:
      return {};
  }
}

// Both sides extended, or with a common part.
ExprId below_expression(ExprPool& pool, bool is_signed, ExprId a, ExprId b) {
  Op op = pool.op(a);
  if (op == pool.op(b)) {
    if (op == Op::bv_zext || op == Op::bv_sext) {
      AlignedPair pair = aligned_arguments(pool, a, b);
      return less(pool, is_signed && op == Op::bv_sext, pair.a, pair.b);
    }
    if (op == Op::bv_not) return less(pool, is_signed, pool.arg(b, 0), pool.arg(a, 0));
    if (op == Op::bv_concat && pool.sort(pool.arg(a, 0)) == pool.sort(pool.arg(b, 0))) {
      if (pool.arg(a, 0) == pool.arg(b, 0))
        return less(pool, false, pool.arg(a, 1), pool.arg(b, 1));
      if (pool.arg(a, 1) == pool.arg(b, 1)) {
        return less(pool, is_signed, pool.arg(a, 0), pool.arg(b, 0));
      }
    }
  }
  if (is_signed && is_nonnegative(pool, a) && is_nonnegative(pool, b))
    return less(pool, false, a, b);
  return {};
}

}  // namespace

// Only bv_ult and bv_slt remain, and constants only on the right: a condition and its negation
// are then one expression and its negation.
ExprId simplify_order(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  if (n.op == Op::bv_ule) return pool.not_(less(pool, false, b, a));
  if (n.op == Op::bv_sle) return pool.not_(less(pool, true, b, a));
  bool is_signed = n.op == Op::bv_slt;
  if (a == b) return pool.false_expr();
  if (is_signed ? is_signed_min(pool, b) || is_signed_max(pool, a)
                : is_zero(pool, b) || is_all_ones(pool, a)) {
    return pool.false_expr();
  }
  if (pool.is_constant(a)) {
    return pool.not_(less(pool, is_signed, b, pool.add(a, one(pool, width_of(pool, a)))));
  }
  if (!pool.is_constant(b)) return below_expression(pool, is_signed, a, b);
  if (ExprId e = compare_ite(pool, n)) return e;
  return below_constant(pool, is_signed, a, b);
}

}  // namespace cuttle
