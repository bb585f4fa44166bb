// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"

namespace cuttle {

ExprId simplify_bool(ExprPool& pool, const ExprNode& n) {
  ExprId a = n.args[0], b = n.args[1];
  switch (n.op) {
    case Op::not_:
      return pool.op(a) == Op::not_ ? pool.arg(a, 0) : ExprId{};
    case Op::and_:
      if (a == b || pool.is_true(b)) return a;
      return pool.is_false(b) ? b : ExprId{};
    case Op::or_:
      if (a == b || pool.is_false(b)) return a;
      return pool.is_true(b) ? b : ExprId{};
    default:
      if (a == b) return pool.false_expr();
      if (pool.is_false(b)) return a;
      return pool.is_true(b) ? pool.not_(a) : ExprId{};
  }
}

}  // namespace cuttle
