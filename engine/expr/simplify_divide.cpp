// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

ExprId sign_bit(ExprPool& pool, ExprId x) {
  return pool.extract(x, width_of(pool, x) - 1, 1);
}

ExprId quotient_by_power(ExprPool& pool, ExprId a, unsigned shift) {
  unsigned width = width_of(pool, a);
  return pool.zext(pool.extract(a, shift, width - shift), width);
}

// Signed division rounds toward zero: negative dividends are first raised by 2^shift - 1.
ExprId signed_quotient_by_power(ExprPool& pool, ExprId a, unsigned shift) {
  unsigned width = width_of(pool, a);
  ExprId raise = pool.zext(pool.sext(sign_bit(pool, a), shift), width);
  ExprId raised = pool.add(a, raise);
  return pool.sext(pool.extract(raised, shift, width - shift), width);
}

// The low bits, preceded by ones when the dividend is negative and the low bits are not all 0.
ExprId signed_rest_by_power(ExprPool& pool, ExprId a, unsigned shift) {
  unsigned width = width_of(pool, a);
  ExprId low = pool.extract(a, 0, shift);
  ExprId negative = pool.eq(sign_bit(pool, a), one(pool, 1));
  ExprId rest = pool.not_(pool.eq(low, zero(pool, shift)));
  ExprId high =
      pool.ite(pool.and_(negative, rest), all_ones(pool, width - shift), zero(pool, width - shift));
  return pool.concat(high, low);
}

// Divisors of zero and one, and dividends of zero.
ExprId trivial(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  unsigned width = n.sort.width;
  bool rest = n.op == Op::bv_urem || n.op == Op::bv_srem;
  if (is_zero(pool, b)) {
    if (rest) return a;
    if (n.op == Op::bv_udiv) return all_ones(pool, width);
    ExprId negative = pool.binary(Op::bv_slt, a, b);
    return pool.ite(negative, one(pool, width), all_ones(pool, width));
  }
  if (is_one(pool, b)) return rest ? zero(pool, width) : a;
  if (rest && (a == b || is_zero(pool, a))) return zero(pool, width);
  if (a == b || is_zero(pool, a)) {
    ExprId is_zero_divisor = pool.eq(b, zero(pool, width));
    ExprId usual = a == b ? one(pool, width) : a;
    return pool.ite(is_zero_divisor, all_ones(pool, width), usual);
  }
  return {};
}

// Division of zext(x), in the width of x.
ExprId narrow_unsigned(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  if (!is(pool, a, Op::bv_zext)) return {};
  ExprId x = pool.arg(a, 0);
  unsigned needed = width_of(pool, x);
  if (pool.is_constant(b)) {
    if (pool.value(b).bit_length() > needed) {
      return n.op == Op::bv_urem ? a : zero(pool, n.sort.width);
    }
  } else if (n.op == Op::bv_urem && is(pool, b, Op::bv_zext)) {
    needed = std::max(needed, width_of(pool, pool.arg(b, 0)));
  } else {
    return {};
  }
  ExprId low = pool.binary(n.op, pool.extract(a, 0, needed), pool.extract(b, 0, needed));
  return pool.zext(low, n.sort.width);
}

ExprId divide_unsigned(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  if (pool.is_constant(b)) {
    if (int log = exact_log2(pool.value(b)); log > 0) {
      unsigned shift = static_cast<unsigned>(log);
      if (n.op == Op::bv_udiv) return quotient_by_power(pool, a, shift);
      return pool.zext(pool.extract(a, 0, shift), n.sort.width);
    }
    if (n.op == Op::bv_udiv && has_constant(pool, a, Op::bv_udiv)) {  // (x / c) / d
      mpz_class product = pool.value(pool.arg(a, 1)).as_unsigned() * pool.value(b).as_unsigned();
      if (mpz_sizeinbase(product.get_mpz_t(), 2) > n.sort.width) return zero(pool, n.sort.width);
      return pool.binary(n.op, pool.arg(a, 0), pool.constant(Value::bits(n.sort.width, product)));
    }
  }
  return narrow_unsigned(pool, n);
}

// Division of sext(x) by a constant, in the width of x.
ExprId narrow_signed(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  if (!is(pool, a, Op::bv_sext)) return {};
  ExprId x = pool.arg(a, 0);
  ExprId divisor = pool.extract(b, 0, width_of(pool, x));
  if (pool.sext(divisor, n.sort.width) != b) return {};
  return pool.sext(pool.binary(n.op, x, divisor), n.sort.width);
}

ExprId divide_signed(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  bool rest = n.op == Op::bv_srem;
  auto nonnegative = [&](ExprId e) {
    return is(pool, e, Op::bv_zext) || (pool.is_constant(e) && !is_negative(pool.value(e)));
  };
  if (nonnegative(a) && nonnegative(b)) {
    return pool.binary(rest ? Op::bv_urem : Op::bv_udiv, a, b);
  }
  if (!pool.is_constant(b)) return {};
  if (is_all_ones(pool, b)) return rest ? zero(pool, n.sort.width) : pool.unary(Op::bv_neg, a);
  if (is_signed_min(pool, b)) {  // only the least number reaches it
    ExprId reaches = pool.eq(a, b);
    if (rest) return pool.ite(reaches, zero(pool, n.sort.width), a);
    return pool.ite(reaches, one(pool, n.sort.width), zero(pool, n.sort.width));
  }
  if (is_negative(pool.value(b))) {
    ExprId positive = pool.binary(n.op, a, pool.unary(Op::bv_neg, b));
    return rest ? positive : pool.unary(Op::bv_neg, positive);
  }
  if (int log = exact_log2(pool.value(b)); log > 0) {
    unsigned shift = static_cast<unsigned>(log);
    return rest ? signed_rest_by_power(pool, a, shift) : signed_quotient_by_power(pool, a, shift);
  }
  return narrow_signed(pool, n);
}

}  // namespace

ExprId simplify_divide(ExprPool& pool, const ExprNode& n) {
  if (ExprId e = trivial(pool, n)) return e;
  bool is_unsigned = n.op == Op::bv_udiv || n.op == Op::bv_urem;
  return is_unsigned ? divide_unsigned(pool, n) : divide_signed(pool, n);
}

}  // namespace cuttle
