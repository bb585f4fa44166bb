// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/floats.h"
#include "engine/expr/simplify_float.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

using Kind = UnpackedFloat::Kind;

// An integer expression that was converted to a float without loss.
struct Converted {
  ExprId integer;
  bool is_signed = false;

  explicit operator bool() const { return static_cast<bool>(integer); }
};

Converted converted(const ExprPool& pool, ExprId e) {
  if (!is_from_integer(pool, e)) return {};
  ExprId x = pool.arg(e, 0);
  if (!holds_integers(pool.sort(e).width, width_of(pool, x))) return {};
  return {x, is(pool, e, Op::f_from_signed)};
}

// Both sides were integers of one signedness.
ExprId compare_both(ExprPool& pool, Op op, Converted a, Converted b) {
  unsigned width = std::max(width_of(pool, a.integer), width_of(pool, b.integer));
  bool is_signed = a.is_signed;
  ExprId x = is_signed ? pool.sext(a.integer, width) : pool.zext(a.integer, width);
  ExprId y = is_signed ? pool.sext(b.integer, width) : pool.zext(b.integer, width);
  if (op == Op::f_eq) return pool.eq(x, y);
  if (op == Op::f_lt) return pool.binary(is_signed ? Op::bv_slt : Op::bv_ult, x, y);
  return pool.binary(is_signed ? Op::bv_sle : Op::bv_ule, x, y);
}

// The largest integer that is not above the float, which is finite or zero.
mpz_class floor_of(const UnpackedFloat& k) {
  if (k.is(Kind::zero)) return 0;
  mpz_class signed_magnitude = k.negative ? mpz_class(-k.magnitude) : k.magnitude;
  if (k.exponent >= 0) return signed_magnitude << static_cast<unsigned long>(k.exponent);
  mpz_class out;
  mpz_fdiv_q_2exp(out.get_mpz_t(), signed_magnitude.get_mpz_t(),
                  static_cast<unsigned long>(-k.exponent));
  return out;
}

bool is_whole(const UnpackedFloat& k) {
  return k.is(Kind::zero) || k.exponent >= 0 ||
         static_cast<long>(mpz_scan1(k.magnitude.get_mpz_t(), 0)) >= -k.exponent;
}

// a < limit, for any limit.
ExprId below(ExprPool& pool, Converted a, const mpz_class& limit) {
  unsigned width = width_of(pool, a.integer);
  mpz_class end = mpz_class(1) << (a.is_signed ? width - 1 : width);
  mpz_class least = a.is_signed ? mpz_class(-end) : mpz_class(0);
  if (limit >= end) return pool.true_expr();
  if (limit <= least) return pool.false_expr();
  return pool.binary(a.is_signed ? Op::bv_slt : Op::bv_ult, a.integer,
                     pool.constant(Value::bits(width, limit)));
}

// The comparison of a with a constant that is a number; `swapped`: of the constant with a.
ExprId compare_constant(ExprPool& pool, Op op, Converted a, const UnpackedFloat& k, bool swapped) {
  if (k.is(Kind::infinite)) {
    if (op == Op::f_eq) return pool.false_expr();
    return pool.boolean(k.negative == swapped);
  }
  mpz_class floor = floor_of(k);
  mpz_class ceiling = is_whole(k) ? floor : mpz_class(floor + 1);
  if (op == Op::f_eq) {
    if (!is_whole(k)) return pool.false_expr();
    return pool.and_(pool.not_(below(pool, a, floor)), below(pool, a, floor + 1));
  }
  if (!swapped) return below(pool, a, op == Op::f_lt ? ceiling : mpz_class(floor + 1));
  return pool.not_(below(pool, a, op == Op::f_lt ? mpz_class(floor + 1) : ceiling));
}

}  // namespace

bool is_from_integer(const ExprPool& pool, ExprId e) {
  return is(pool, e, Op::f_from_signed) || is(pool, e, Op::f_from_unsigned);
}

bool holds_integers(unsigned format, unsigned bits) {
  FloatFormat f = float_format(format);
  return bits <= f.significand && bits < (1u << (f.exponent - 1));
}

ExprId simplify_float_compare(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  if (a == b) {
    if (n.op == Op::f_lt) return pool.false_expr();
    return pool.not_(pool.unary(Op::f_is_nan, a));
  }
  bool swapped = pool.is_constant(a);
  if (swapped || pool.is_constant(b)) {
    UnpackedFloat k = unpack_float(pool.value(swapped ? a : b));
    if (k.is(Kind::nan)) return pool.false_expr();
    Converted x = converted(pool, swapped ? b : a);
    return x ? compare_constant(pool, n.op, x, k, swapped) : ExprId{};
  }
  Converted x = converted(pool, a), y = converted(pool, b);
  return x && y && x.is_signed == y.is_signed ? compare_both(pool, n.op, x, y) : ExprId{};
}

}  // namespace cuttle
