// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify_float.h"

#include "engine/expr/floats.h"
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

bool is_float(const ExprPool& pool, ExprId e, double value) {
  return pool.is_constant(e) &&
         pool.value(e) ==
             float_convert(Value::float64(value), pool.sort(e).width, RoundingMode::nearest_even);
}

// Whether every value of the first format is one of the second.
bool contains(unsigned larger, unsigned smaller) {
  FloatFormat a = float_format(larger), b = float_format(smaller);
  return a.exponent >= b.exponent && a.significand >= b.significand;
}

ExprId arithmetic(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  // x + -0 is x, unless rounding down, where +0 + -0 is -0.
  bool down = static_cast<RoundingMode>(n.payload) == RoundingMode::down;
  switch (n.op) {
    case Op::f_neg:
      return is(pool, a, Op::f_neg) ? pool.arg(a, 0) : ExprId{};
    case Op::f_abs:
      if (is(pool, a, Op::f_abs)) return a;
      return is(pool, a, Op::f_neg) ? pool.unary(Op::f_abs, pool.arg(a, 0)) : ExprId{};
    case Op::f_add:
      return !down && is_float(pool, b, -0.0) ? a : ExprId{};
    case Op::f_sub:
      return !down && is_float(pool, b, 0.0) ? a : ExprId{};
    case Op::f_mul:
    case Op::f_div:
      return is_float(pool, b, 1.0) ? a : ExprId{};
    case Op::f_min:
    case Op::f_max:
      return a == b ? a : ExprId{};
    case Op::f_round:
      return is_from_integer(pool, a) || is(pool, a, Op::f_round) ? a : ExprId{};
    default:
      return {};
  }
}

ExprId classify(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0];
  switch (pool.op(a)) {
    case Op::f_neg:
    case Op::f_abs:
      return pool.unary(n.op, pool.arg(a, 0));
    case Op::f_round:
      return pool.unary(n.op, pool.arg(a, 0));
    case Op::f_to_float:
      if (n.op == Op::f_is_nan) return pool.unary(n.op, pool.arg(a, 0));
      if (!contains(pool.sort(a).width, pool.sort(pool.arg(a, 0)).width)) return {};
      return pool.unary(n.op, pool.arg(a, 0));
    case Op::f_from_signed:
    case Op::f_from_unsigned:
      if (n.op == Op::f_is_nan) return pool.false_expr();
      return holds_integers(pool.sort(a).width, width_of(pool, pool.arg(a, 0))) ? pool.false_expr()
                                                                                : ExprId{};
    default:
      return {};
  }
}

// x as an integer of `width` bits again after an exact conversion.
ExprId back_to_integer(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0];
  if (!is_from_integer(pool, a)) return {};
  ExprId x = pool.arg(a, 0);
  unsigned inner = width_of(pool, x), outer = n.sort.width;
  bool from_signed = is(pool, a, Op::f_from_signed), to_signed = n.op == Op::f_to_signed;
  if (!holds_integers(pool.sort(a).width, inner)) return {};
  if (from_signed && to_signed && outer >= inner) return pool.sext(x, outer);
  if (!from_signed && (to_signed ? outer > inner : outer >= inner)) return pool.zext(x, outer);
  return {};
}

ExprId convert(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0];
  switch (n.op) {
    case Op::f_to_float:
      if (pool.sort(a) == n.sort) return a;
      // There and back through a format that holds all values.
      if (is(pool, a, Op::f_to_float) && pool.sort(pool.arg(a, 0)) == n.sort &&
          contains(pool.sort(a).width, n.sort.width)) {
        return pool.arg(a, 0);
      }
      return {};
    case Op::f_from_bits:
      return is(pool, a, Op::f_to_bits) ? pool.arg(a, 0) : ExprId{};
    case Op::f_to_bits:
      // Keeps the pattern of a NaN, as moving it through a register does.
      return is(pool, a, Op::f_from_bits) ? pool.arg(a, 0) : ExprId{};
    case Op::f_from_signed:
    case Op::f_from_unsigned: {
      bool extended =
          is(pool, a, Op::bv_zext) || (n.op == Op::f_from_signed && is(pool, a, Op::bv_sext));
      if (!extended) return {};
      Op op = is(pool, a, Op::bv_zext) ? Op::f_from_unsigned : Op::f_from_signed;
      ExprId x = pool.arg(a, 0);
      return pool.make(op, n.sort, {&x, 1}, n.payload);
    }
    default:
      return back_to_integer(pool, n);
  }
}

}  // namespace

ExprId simplify_float(ExprPool& pool, const ExprNode& n) {
  switch (n.op) {
    case Op::f_eq:
    case Op::f_lt:
    case Op::f_le:
      return simplify_float_compare(pool, n);
    case Op::f_is_nan:
    case Op::f_is_inf:
      return classify(pool, n);
    case Op::f_to_float:
    case Op::f_from_bits:
    case Op::f_to_bits:
    case Op::f_from_signed:
    case Op::f_from_unsigned:
    case Op::f_to_signed:
    case Op::f_to_unsigned:
      return convert(pool, n);
    default:
      return arithmetic(pool, n);
  }
}

}  // namespace cuttle
