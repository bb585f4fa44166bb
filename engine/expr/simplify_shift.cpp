// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {

// Shifts by constants are concatenations and extensions: they cost the solver nothing.
ExprId simplify_shift(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  unsigned width = n.sort.width;
  if (is_zero(pool, a) || (n.op == Op::bv_ashr && is_all_ones(pool, a))) return a;
  if (is_constant_ite(pool, b)) {
    ExprId first = pool.binary(n.op, a, pool.arg(b, 1));
    ExprId second = pool.binary(n.op, a, pool.arg(b, 2));
    return pool.ite(pool.arg(b, 0), first, second);
  }
  if (!pool.is_constant(b)) return {};
  const Value& by = pool.value(b);
  bool all = by.bit_length() > 16 || by.low64() >= width;
  unsigned distance = all ? width : static_cast<unsigned>(by.low64());
  if (distance == 0) return a;
  if (n.op == Op::bv_ashr) {
    unsigned lowest = std::min(distance, width - 1);
    return pool.sext(pool.extract(a, lowest, width - lowest), width);
  }
  if (all) return zero(pool, width);
  if (n.op == Op::bv_lshr) return pool.zext(pool.extract(a, distance, width - distance), width);
  return pool.concat(pool.extract(a, 0, width - distance), zero(pool, distance));
}

}  // namespace cuttle
