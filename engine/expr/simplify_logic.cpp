// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

ExprId simplify_not(ExprPool& pool, const ExprNode& n) {
  ExprId x = n.args[0];
  ExprId y = pool.arg(x, 0);
  switch (pool.op(x)) {
    case Op::bv_not:
      return y;
    case Op::bv_neg:  // -y = ~y + 1
      return pool.add(y, all_ones(pool, n.sort.width));
    case Op::bv_add:
      return is_all_ones(pool, pool.arg(x, 1)) ? pool.unary(Op::bv_neg, y) : ExprId{};
    case Op::bv_xor:
      if (!has_constant(pool, x, Op::bv_xor)) return {};
      return pool.binary(Op::bv_xor, y, pool.unary(Op::bv_not, pool.arg(x, 1)));
    default:
      return {};
  }
}

// x & mask, where the ones of the mask are together: the bits themselves, between zeros.
ExprId mask_to_extract(ExprPool& pool, ExprId x, const Value& mask) {
  unsigned low = mask.trailing_zeros(), count = mask.count_ones();
  if (mask.bit_length() != low + count) return {};
  ExprId kept = pool.extract(x, low, count);
  if (low > 0) kept = pool.concat(kept, zero(pool, low));
  return pool.zext(kept, width_of(pool, x));
}

bool is_ones_range(const ExprPool& pool, ExprId constant, unsigned lowest, unsigned width) {
  const Value& v = pool.value(constant);
  if (v.sort().width <= 64) return (~v.low64() >> lowest & low_mask(width)) == 0;
  for (unsigned i = lowest; i < lowest + width; ++i) {
    if (!v.bit(i)) return false;
  }
  return true;
}

// Whether op(a, b) on these bits is plainly one of the arguments or a constant.
bool range_is_easy(const ExprPool& pool, Op op, ExprId a, ExprId b, unsigned lowest,
                   unsigned width) {
  if (is_zero_range(pool, a, lowest, width) || is_zero_range(pool, b, lowest, width)) return true;
  return op != Op::bv_xor && pool.is_constant(b) && is_ones_range(pool, b, lowest, width);
}

// op(a, b) as the concatenation of op on the high and on the low bits, when one of the two is
// easy: (x << 8) | zext(y) becomes a concatenation.
ExprId split_at(ExprPool& pool, Op op, ExprId a, ExprId b, unsigned split) {
  unsigned rest = width_of(pool, a) - split;
  if (split == 0 || rest == 0) return {};
  bool easy = range_is_easy(pool, op, a, b, split, rest) || range_is_easy(pool, op, a, b, 0, split);
  if (!easy) return {};
  bool parts = extracts_well(pool, a, 0, split) && extracts_well(pool, b, 0, split) &&
               extracts_well(pool, a, split, rest) && extracts_well(pool, b, split, rest);
  if (!parts && op != Op::bv_and) return {};
  ExprId high = pool.binary(op, pool.extract(a, split, rest), pool.extract(b, split, rest));
  ExprId low = pool.binary(op, pool.extract(a, 0, split), pool.extract(b, 0, split));
  return pool.concat(high, low);
}

ExprId split(ExprPool& pool, Op op, ExprId a, ExprId b) {
  unsigned first = split_of(pool, a), second = split_of(pool, b);
  if (first < second) std::swap(first, second);
  if (first == 0) return {};
  if (ExprId e = split_at(pool, op, a, b, first)) return e;
  return second != first ? split_at(pool, op, a, b, second) : ExprId{};
}

// The condition under which an ite of a constant and 0 is not 0.
struct Flag {
  ExprId condition, value;
};

Flag flag(ExprPool& pool, ExprId e) {
  if (!is_constant_ite(pool, e)) return {};
  ExprId c = pool.arg(e, 0), x = pool.arg(e, 1), y = pool.arg(e, 2);
  if (is_zero(pool, y)) return {c, x};
  if (is_zero(pool, x)) return {pool.not_(c), y};
  return {};
}

// Operations on conditions that were turned into numbers.
ExprId combine_flags(ExprPool& pool, Op op, ExprId a, ExprId b) {
  if (!is_constant_ite(pool, a) || !is_constant_ite(pool, b)) return {};
  Flag x = flag(pool, a), y = flag(pool, b);
  if (!x.condition || !y.condition) return {};
  ExprId none = zero(pool, width_of(pool, a));
  if (op == Op::bv_and) {
    ExprId both = pool.binary(op, x.value, y.value);
    return pool.ite(pool.and_(x.condition, y.condition), both, none);
  }
  if (x.value != y.value) return {};
  ExprId condition =
      op == Op::bv_or ? pool.or_(x.condition, y.condition) : pool.xor_(x.condition, y.condition);
  return pool.ite(condition, x.value, none);
}

ExprId with_constant(ExprPool& pool, Op op, ExprId a, ExprId k) {
  bool is_and = op == Op::bv_and;
  if (is_zero(pool, k)) return is_and ? k : a;
  if (is_all_ones(pool, k)) {
    return is_and ? a : op == Op::bv_or ? k : pool.unary(Op::bv_not, a);
  }
  if (has_constant(pool, a, op)) {
    return pool.binary(op, pool.arg(a, 0), pool.binary(op, pool.arg(a, 1), k));
  }
  if (op == Op::bv_xor && is(pool, a, Op::bv_not)) {
    return pool.binary(op, pool.arg(a, 0), pool.unary(Op::bv_not, k));
  }
  // The constant inside is covered by the one outside.
  if (is_and && has_constant(pool, a, Op::bv_or) &&
      is_zero(pool, pool.binary(op, pool.arg(a, 1), k))) {
    return pool.binary(op, pool.arg(a, 0), k);
  }
  if (op == Op::bv_or && has_constant(pool, a, Op::bv_and) &&
      is_all_ones(pool, pool.binary(op, pool.arg(a, 1), k))) {
    return pool.binary(op, pool.arg(a, 0), k);
  }
  if (is_and) return mask_to_extract(pool, a, Value(pool.value(k)));
  return {};
}

// x & (x | y), x & (x & y) and their duals; x ^ (x ^ y).
ExprId absorb(ExprPool& pool, Op op, ExprId x, ExprId y) {
  ExprId y0 = pool.arg(y, 0), y1 = pool.arg(y, 1);
  Op dual = op == Op::bv_and ? Op::bv_or : Op::bv_and;
  if (is(pool, y, op)) {
    if (op == Op::bv_xor) return y0 == x ? y1 : y1 == x ? y0 : ExprId{};
    if (y0 == x || y1 == x) return y;
  } else if (op != Op::bv_xor && is(pool, y, dual) && (y0 == x || y1 == x)) {
    return x;
  }
  return {};
}

}  // namespace

ExprId simplify_logic(ExprPool& pool, const ExprNode& n) {
  if (n.op == Op::bv_not) return simplify_not(pool, n);
  ExprId a = n.args[0], b = n.args[1];
  if (pool.is_constant(b)) {
    if (ExprId e = with_constant(pool, n.op, a, b)) return e;
    return split(pool, n.op, a, b);
  }
  bool is_xor = n.op == Op::bv_xor;
  if (a == b) return is_xor ? zero(pool, n.sort.width) : a;
  if (bv_complementary(pool, a, b)) {
    return n.op == Op::bv_and ? zero(pool, n.sort.width) : all_ones(pool, n.sort.width);
  }
  if (is_xor && is(pool, a, Op::bv_not) && is(pool, b, Op::bv_not)) {
    return pool.binary(n.op, pool.arg(a, 0), pool.arg(b, 0));
  }
  if (ExprId e = absorb(pool, n.op, a, b)) return e;
  if (ExprId e = absorb(pool, n.op, b, a)) return e;
  if (ExprId e = combine_flags(pool, n.op, a, b)) return e;
  return split(pool, n.op, a, b);
}

}  // namespace cuttle
