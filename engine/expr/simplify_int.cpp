// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_compare.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

ExprId integer(ExprPool& pool, int64_t value) {
  return pool.constant(Value::integer(value));
}

bool is_int(const ExprPool& pool, ExprId e, int64_t value) {
  return pool.is_constant(e) && pool.value(e) == Value::integer(value);
}

ExprId int_sum(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  switch (n.op) {
    case Op::int_neg:
      if (is(pool, a, Op::int_neg)) return pool.arg(a, 0);
      if (is(pool, a, Op::int_sub)) return pool.binary(Op::int_sub, pool.arg(a, 1), pool.arg(a, 0));
      return {};
    case Op::int_add:
      if (is_int(pool, b, 0)) return a;
      if (pool.is_constant(b) && has_constant(pool, a, Op::int_add)) {
        return pool.binary(Op::int_add, pool.arg(a, 0),
                           pool.binary(Op::int_add, pool.arg(a, 1), b));
      }
      if (is(pool, b, Op::int_neg)) return pool.binary(Op::int_sub, a, pool.arg(b, 0));
      return is(pool, a, Op::int_neg) ? pool.binary(Op::int_sub, b, pool.arg(a, 0)) : ExprId{};
    default:
      if (a == b) return integer(pool, 0);
      if (is_int(pool, a, 0)) return pool.unary(Op::int_neg, b);
      if (pool.is_constant(b)) return pool.binary(Op::int_add, a, pool.unary(Op::int_neg, b));
      return is(pool, b, Op::int_neg) ? pool.binary(Op::int_add, a, pool.arg(b, 0)) : ExprId{};
  }
}

ExprId int_product(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  if (n.op == Op::int_mul) {
    if (is_int(pool, b, 0)) return b;
    if (is_int(pool, b, 1)) return a;
    if (is_int(pool, b, -1)) return pool.unary(Op::int_neg, a);
    if (pool.is_constant(b) && has_constant(pool, a, Op::int_mul)) {
      return pool.binary(Op::int_mul, pool.arg(a, 0), pool.binary(Op::int_mul, pool.arg(a, 1), b));
    }
    return {};
  }
  if (is_int(pool, b, 0)) return n.op == Op::int_div ? b : a;
  if (is_int(pool, b, 1)) return n.op == Op::int_div ? a : integer(pool, 0);
  return {};
}

// As for bit-vectors: only int_lt, and constants on the right.
ExprId int_order(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  if (n.op == Op::int_le) return pool.not_(pool.binary(Op::int_lt, b, a));
  if (a == b) return pool.false_expr();
  if (pool.is_constant(a)) {
    ExprId next = pool.binary(Op::int_add, a, integer(pool, 1));
    return pool.not_(pool.binary(Op::int_lt, b, next));
  }
  if (pool.is_constant(b)) {
    if (ExprId e = compare_ite(pool, n)) return e;
    if (has_constant(pool, a, Op::int_add)) {
      return pool.binary(Op::int_lt, pool.arg(a, 0), pool.binary(Op::int_sub, b, pool.arg(a, 1)));
    }
  }
  if (pool.op(a) != pool.op(b) || pool.sort(pool.arg(a, 0)) != pool.sort(pool.arg(b, 0))) return {};
  if (is(pool, a, Op::bits_to_int)) return pool.binary(Op::bv_ult, pool.arg(a, 0), pool.arg(b, 0));
  if (is(pool, a, Op::signed_bits_to_int)) {
    return pool.binary(Op::bv_slt, pool.arg(a, 0), pool.arg(b, 0));
  }
  return {};
}

ExprId int_conversion(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0];
  if (n.op == Op::signed_bits_to_int) {
    return is(pool, a, Op::bv_zext)   ? pool.unary(Op::bits_to_int, a)
           : is(pool, a, Op::bv_sext) ? pool.unary(n.op, pool.arg(a, 0))
                                      : ExprId{};
  }
  if (n.op == Op::bits_to_int) {
    return is(pool, a, Op::bv_zext) ? pool.unary(n.op, pool.arg(a, 0)) : ExprId{};
  }
  bool is_signed = is(pool, a, Op::signed_bits_to_int);
  if (!is_signed && !is(pool, a, Op::bits_to_int)) return {};
  ExprId x = pool.arg(a, 0);
  unsigned width = n.sort.width;
  if (width <= width_of(pool, x)) return pool.extract(x, 0, width);
  return is_signed ? pool.sext(x, width) : pool.zext(x, width);
}

}  // namespace

ExprId simplify_int_eq(ExprPool& pool, ExprId a, ExprId b) {
  if (!pool.is_constant(b)) {
    if (pool.op(a) != pool.op(b) || pool.sort(pool.arg(a, 0)) != pool.sort(pool.arg(b, 0)))
      return {};
    bool converted = is(pool, a, Op::bits_to_int) || is(pool, a, Op::signed_bits_to_int);
    return converted ? pool.eq(pool.arg(a, 0), pool.arg(b, 0)) : ExprId{};
  }
  ExprId x = pool.arg(a, 0);
  switch (pool.op(a)) {
    case Op::int_neg:
      return pool.eq(x, pool.unary(Op::int_neg, b));
    case Op::int_add:
      if (!has_constant(pool, a, Op::int_add)) return {};
      return pool.eq(x, pool.binary(Op::int_sub, b, pool.arg(a, 1)));
    case Op::int_sub:
      if (pool.is_constant(x)) return pool.eq(pool.arg(a, 1), pool.binary(Op::int_sub, x, b));
      return is_int(pool, b, 0) ? pool.eq(x, pool.arg(a, 1)) : ExprId{};
    case Op::bits_to_int:
    case Op::signed_bits_to_int: {
      ExprId bits = pool.constant(Value::bits(width_of(pool, x), pool.value(b).as_signed()));
      ExprId back = pool.unary(pool.op(a), bits);
      return back == b ? pool.eq(x, bits) : pool.false_expr();
    }
    default:
      return {};
  }
}

ExprId simplify_int(ExprPool& pool, const ExprNode& n) {
  switch (n.op) {
    case Op::int_neg:
    case Op::int_add:
    case Op::int_sub:
      return int_sum(pool, n);
    case Op::int_mul:
    case Op::int_div:
    case Op::int_mod:
      return int_product(pool, n);
    case Op::int_lt:
    case Op::int_le:
      return int_order(pool, n);
    default:
      return int_conversion(pool, n);
  }
}

}  // namespace cuttle
