// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/expr/bits.h"
#include "engine/expr/pool.h"

// Small questions and constructions that many rewriting rules share.
namespace cuttle {

inline unsigned width_of(const ExprPool& pool, ExprId e) {
  return pool.sort(e).width;
}

inline bool is(const ExprPool& pool, ExprId e, Op op) {
  return pool.op(e) == op;
}

// Constants.
inline bool is_zero(const ExprPool& pool, ExprId e) {
  return pool.is_constant(e) && pool.value(e).is_zero();
}
inline bool is_one(const ExprPool& pool, ExprId e) {
  return pool.is_constant(e) && pool.value(e).low64() == 1 && pool.value(e).bit_length() == 1;
}
inline bool is_all_ones(const ExprPool& pool, ExprId e) {
  return pool.is_constant(e) && pool.value(e).count_ones() == width_of(pool, e);
}
// The least and the largest number when read as signed.
inline bool is_signed_min(const ExprPool& pool, ExprId e) {
  if (!pool.is_constant(e)) return false;
  const Value& v = pool.value(e);
  return v.bit_length() == v.sort().width && v.count_ones() == 1;
}
inline bool is_signed_max(const ExprPool& pool, ExprId e) {
  if (!pool.is_constant(e)) return false;
  const Value& v = pool.value(e);
  return v.count_ones() == v.sort().width - 1u && !v.bit(v.sort().width - 1u);
}
inline bool is_negative(const Value& v) {
  return v.bit(v.sort().width - 1u);
}
// k for 2^k, otherwise -1.
inline int exact_log2(const Value& v) {
  return v.count_ones() == 1 ? static_cast<int>(v.trailing_zeros()) : -1;
}

ExprId zero(ExprPool& pool, unsigned width);
ExprId one(ExprPool& pool, unsigned width);
ExprId all_ones(ExprPool& pool, unsigned width);
ExprId signed_min(ExprPool& pool, unsigned width);

// Whether `e` is `op` with a constant as its second argument.
inline bool has_constant(const ExprPool& pool, ExprId e, Op op) {
  return is(pool, e, op) && pool.is_constant(pool.arg(e, 1));
}

// Whether a is (not b) or b is (not a).
inline bool complementary(const ExprPool& pool, ExprId a, ExprId b) {
  return (is(pool, a, Op::not_) && pool.arg(a, 0) == b) ||
         (is(pool, b, Op::not_) && pool.arg(b, 0) == a);
}
inline bool bv_complementary(const ExprPool& pool, ExprId a, ExprId b) {
  return (is(pool, a, Op::bv_not) && pool.arg(a, 0) == b) ||
         (is(pool, b, Op::bv_not) && pool.arg(b, 0) == a);
}

// An ite both of whose alternatives are constants.
inline bool is_constant_ite(const ExprPool& pool, ExprId e) {
  return is(pool, e, Op::ite) && pool.is_constant(pool.arg(e, 1)) &&
         pool.is_constant(pool.arg(e, 2));
}

// The bits [lowest, lowest + width) of `e` are known to be 0. Looks through concat and zext only,
// and only a few levels deep.
bool is_zero_range(const ExprPool& pool, ExprId e, unsigned lowest, unsigned width);

// Whether taking these bits of `e` gives something no larger than `e`: constants, concatenations,
// extensions, and operations over them that work bit by bit from the low end.
bool extracts_well(const ExprPool& pool, ExprId e, unsigned lowest, unsigned width);

// Where a concat or zext of `e` splits: the width of the lower part; 0 when it is neither.
inline unsigned split_of(const ExprPool& pool, ExprId e) {
  if (is(pool, e, Op::bv_concat)) return width_of(pool, pool.arg(e, 1));
  if (is(pool, e, Op::bv_zext)) return width_of(pool, pool.arg(e, 0));
  return 0;
}

}  // namespace cuttle
