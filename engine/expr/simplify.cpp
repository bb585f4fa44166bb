// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"

#include "engine/expr/evaluator.h"

namespace cuttle {

ExprId simplify(ExprPool& pool, const ExprNode& n) {
  switch (n.op) {
    case Op::not_:
    case Op::and_:
    case Op::or_:
    case Op::xor_:
      return simplify_bool(pool, n);
    case Op::ite:
      if (pool.is_constant(n.args[0])) return n.args[pool.is_true(n.args[0]) ? 1 : 2];
      if (n.args[1] == n.args[2]) return n.args[1];
      return {};
    case Op::eq:
      return n.args[0] == n.args[1] ? pool.true_expr() : ExprId{};
    case Op::bv_zext:
    case Op::bv_sext:
    case Op::bv_extract:
      return n.sort == pool.sort(n.args[0]) ? n.args[0] : ExprId{};
    case Op::lookup:
      if (!pool.is_constant(n.args[0])) return {};
      return lookup_element(pool, n.payload, pool.value(n.args[0]));
    default:
      return {};
  }
}

}  // namespace cuttle
