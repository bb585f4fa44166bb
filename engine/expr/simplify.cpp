// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"

#include "engine/expr/ops.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

ExprId simplify_op(ExprPool& pool, const ExprNode& n) {
  switch (n.op) {
    case Op::not_:
    case Op::and_:
    case Op::or_:
    case Op::xor_:
      return simplify_bool(pool, n);
    case Op::ite:
      return simplify_ite(pool, n);
    case Op::eq:
      return simplify_eq(pool, n);
    case Op::bv_not:
    case Op::bv_and:
    case Op::bv_or:
    case Op::bv_xor:
      return simplify_logic(pool, n);
    case Op::bv_neg:
    case Op::bv_add:
    case Op::bv_sub:
      return simplify_sum(pool, n);
    case Op::bv_mul:
      return simplify_product(pool, n);
    case Op::bv_udiv:
    case Op::bv_urem:
    case Op::bv_sdiv:
    case Op::bv_srem:
      return simplify_divide(pool, n);
    case Op::bv_shl:
    case Op::bv_lshr:
    case Op::bv_ashr:
      return simplify_shift(pool, n);
    case Op::bv_ult:
    case Op::bv_ule:
    case Op::bv_slt:
    case Op::bv_sle:
      return simplify_order(pool, n);
    case Op::bv_concat:
      return simplify_concat(pool, n);
    case Op::bv_extract:
      return simplify_extract(pool, n);
    case Op::bv_zext:
    case Op::bv_sext:
      return simplify_extend(pool, n);
    case Op::lookup:
      return simplify_lookup(pool, n);
    default:
      if (n.op >= Op::f_neg && n.op <= Op::f_to_unsigned) return simplify_float(pool, n);
      return simplify_int(pool, n);
  }
}

}  // namespace

// f(ite(c, k1, k2), k3) with constants becomes ite(c, f(k1, k3), f(k2, k3)): a comparison of what
// a condition was turned into becomes the condition again. Several such arguments must have one
// condition.
ExprId simplify_lifted(ExprPool& pool, const ExprNode& n) {
  const OpInfo& info = op_info(n.op);
  ExprId condition;
  for (unsigned i = 0; i < info.arity; ++i) {
    if (pool.is_constant(n.args[i])) continue;
    if (!is_constant_ite(pool, n.args[i])) return {};
    if (condition && condition != pool.arg(n.args[i], 0)) return {};
    condition = pool.arg(n.args[i], 0);
  }
  if (!condition) return {};
  ExprId sides[2];
  for (unsigned side = 0; side < 2; ++side) {
    ExprId args[3];
    for (unsigned i = 0; i < info.arity; ++i) {
      args[i] = pool.is_constant(n.args[i]) ? n.args[i] : pool.arg(n.args[i], 1 + side);
    }
    sides[side] = pool.make(n.op, n.sort, {args, info.arity}, n.payload);
  }
  return pool.ite(condition, sides[0], sides[1]);
}

ExprId simplify(ExprPool& pool, const ExprNode& n) {
  if (n.op != Op::ite && n.op != Op::not_ && n.op != Op::lookup) {
    if (ExprId lifted = simplify_lifted(pool, n)) return lifted;
  }
  return simplify_op(pool, n);
}

}  // namespace cuttle
