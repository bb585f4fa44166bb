// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

ExprId of_concat(ExprPool& pool, ExprId e, unsigned lowest, unsigned width) {
  unsigned split = width_of(pool, pool.arg(e, 1));
  ExprId high = pool.extract(pool.arg(e, 0), 0, lowest + width - split);
  ExprId low = pool.extract(pool.arg(e, 1), lowest, split - lowest);
  return pool.concat(high, low);
}

// Bits of zext(x) or sext(x) that are not all within x.
ExprId of_extension(ExprPool& pool, ExprId e, unsigned lowest, unsigned width) {
  ExprId x = pool.arg(e, 0);
  unsigned inner = width_of(pool, x);
  bool is_signed = is(pool, e, Op::bv_sext);
  if (lowest >= inner && !is_signed) return zero(pool, width);
  unsigned from = std::min(lowest, inner - 1);
  ExprId kept = pool.extract(x, from, inner - from);
  return is_signed ? pool.sext(kept, width) : pool.zext(kept, width);
}

// The low bits of a sum depend on the low bits of its summands only.
ExprId push_into(ExprPool& pool, ExprId e, unsigned lowest, unsigned width) {
  Op op = pool.op(e);
  ExprId x = pool.arg(e, 0), y = pool.arg(e, 1);
  switch (op) {
    case Op::bv_add:
    case Op::bv_sub:
    case Op::bv_mul:
    case Op::bv_and:
    case Op::bv_or:
    case Op::bv_xor:
      return pool.binary(op, pool.extract(x, lowest, width), pool.extract(y, lowest, width));
    case Op::bv_neg:
    case Op::bv_not:
      return pool.unary(op, pool.extract(x, lowest, width));
    default:
      return {};
  }
}

bool is_bitwise(Op op) {
  return op == Op::bv_and || op == Op::bv_or || op == Op::bv_xor;
}

}  // namespace

ExprId simplify_extract(ExprPool& pool, const ExprNode& n) {
  ExprId e = n.args[0];
  unsigned lowest = n.payload, width = n.sort.width;
  // Goes down to the part that has all the bits.
  for (;;) {
    if (lowest == 0 && width == width_of(pool, e)) return e;
    if (is(pool, e, Op::bv_extract)) {
      lowest += pool.node(e).payload;
      e = pool.arg(e, 0);
    } else if (is(pool, e, Op::bv_concat)) {
      unsigned split = width_of(pool, pool.arg(e, 1));
      if (lowest < split && lowest + width > split) return of_concat(pool, e, lowest, width);
      e = pool.arg(e, lowest < split ? 1 : 0);
      if (lowest >= split) lowest -= split;
    } else if (is(pool, e, Op::bv_zext) || is(pool, e, Op::bv_sext)) {
      ExprId x = pool.arg(e, 0);
      if (lowest + width > width_of(pool, x)) return of_extension(pool, e, lowest, width);
      e = x;
    } else {
      break;
    }
  }
  if (extracts_well(pool, e, lowest, width)) {
    if (ExprId pushed = push_into(pool, e, lowest, width)) return pushed;
  }
  bool masked = is_bitwise(pool.op(e)) && pool.is_constant(pool.arg(e, 1));
  if (masked) return push_into(pool, e, lowest, width);
  return e != n.args[0] ? pool.extract(e, lowest, width) : ExprId{};
}

}  // namespace cuttle
