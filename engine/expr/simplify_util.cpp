// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify_util.h"

namespace cuttle {

ExprId zero(ExprPool& pool, unsigned width) {
  return pool.bits(width, 0);
}

ExprId one(ExprPool& pool, unsigned width) {
  return pool.bits(width, 1);
}

ExprId all_ones(ExprPool& pool, unsigned width) {
  if (width <= 64) return pool.bits(width, low_mask(width));
  return pool.constant(Value::bits(width, mpz_class(-1)));
}

ExprId signed_min(ExprPool& pool, unsigned width) {
  if (width <= 64) return pool.bits(width, uint64_t{1} << (width - 1));
  return pool.constant(Value::bits(width, mpz_class(1) << (width - 1)));
}

namespace {

bool zero_bits(const Value& value, unsigned lowest, unsigned width) {
  if (value.sort().width <= 64) return (value.low64() >> lowest & low_mask(width)) == 0;
  if (value.is_zero()) return true;
  for (unsigned i = lowest; i < lowest + width; ++i) {
    if (value.bit(i)) return false;
  }
  return true;
}

constexpr int max_look = 8;
constexpr int max_push = 3;

bool extracts_well(const ExprPool& pool, ExprId e, unsigned lowest, unsigned width, int look) {
  const ExprNode& n = pool.node(e);
  switch (n.op) {
    case Op::constant:
    case Op::bv_extract:
    case Op::bv_concat:
    case Op::bv_zext:
    case Op::bv_sext:
      return true;
    case Op::ite:
      return is_constant_ite(pool, e);
    case Op::bv_add:
    case Op::bv_sub:
    case Op::bv_mul:
      if (lowest != 0) return false;
      [[fallthrough]];
    case Op::bv_and:
    case Op::bv_or:
    case Op::bv_xor:
      return look > 0 && extracts_well(pool, n.args[0], lowest, width, look - 1) &&
             extracts_well(pool, n.args[1], lowest, width, look - 1);
    case Op::bv_neg:
      if (lowest != 0) return false;
      [[fallthrough]];
    case Op::bv_not:
      return look > 0 && extracts_well(pool, n.args[0], lowest, width, look - 1);
    default:
      return false;
  }
}

}  // namespace

bool is_zero_range(const ExprPool& pool, ExprId e, unsigned lowest, unsigned width) {
  for (int i = 0; i < max_look; ++i) {
    if (pool.is_constant(e)) return zero_bits(pool.value(e), lowest, width);
    unsigned split = split_of(pool, e);
    if (split == 0) return false;
    if (is(pool, e, Op::bv_zext)) {
      if (lowest >= split) return true;
      width = std::min(width, split - lowest);
      e = pool.arg(e, 0);
    } else if (lowest >= split) {
      e = pool.arg(e, 0);
      lowest -= split;
    } else if (lowest + width <= split) {
      e = pool.arg(e, 1);
    } else {
      // Both halves: the high one must be constant, so that there is one way to go on.
      ExprId high = pool.arg(e, 0);
      if (!pool.is_constant(high)) return false;
      if (!zero_bits(pool.value(high), 0, lowest + width - split)) return false;
      width = split - lowest;
      e = pool.arg(e, 1);
    }
  }
  return false;
}

bool extracts_well(const ExprPool& pool, ExprId e, unsigned lowest, unsigned width) {
  return extracts_well(pool, e, lowest, width, max_push);
}

}  // namespace cuttle
