// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {
namespace {

bool is_made(const ExprPool& pool, ExprId e) {
  return is(pool, e, Op::term_make);
}

// term_is or term_select of a term that is made here.
ExprId of_made(ExprPool& pool, const ExprNode& n, ExprId term) {
  bool same = pool.node(term).aux == n.payload;
  if (n.op == Op::term_is) return pool.boolean(same);
  if (same) return pool.elements(pool.node(term).payload)[n.aux];
  return n.sort.is_term() ? ExprId{} : pool.constant(Value::zero(n.sort));
}

}  // namespace

ExprId simplify_term(ExprPool& pool, const ExprNode& n) {
  if (n.op == Op::term_make) return {};
  ExprId a = n.args[0];
  if (is_made(pool, a)) return of_made(pool, n, a);
  bool both =
      is(pool, a, Op::ite) && is_made(pool, pool.arg(a, 1)) && is_made(pool, pool.arg(a, 2));
  if (!both) return {};
  ExprId first = of_made(pool, n, pool.arg(a, 1)), second = of_made(pool, n, pool.arg(a, 2));
  return first && second ? pool.ite(pool.arg(a, 0), first, second) : ExprId{};
}

ExprId simplify_term_eq(ExprPool& pool, ExprId a, ExprId b) {
  if (!is_made(pool, a)) std::swap(a, b);
  if (!is_made(pool, a)) return {};
  uint32_t constructor = pool.node(a).aux;
  TableId a_fields = pool.node(a).payload;
  if (!is_made(pool, b)) {
    return pool.elements(a_fields).empty() ? pool.term_is(b, constructor) : ExprId{};
  }
  if (pool.node(b).aux != constructor) return pool.false_expr();
  TableId b_fields = pool.node(b).payload;
  ExprId all = pool.true_expr();
  for (size_t i = 0; i < pool.elements(a_fields).size() && !pool.is_false(all); ++i) {
    all = pool.and_(all, pool.eq(pool.elements(a_fields)[i], pool.elements(b_fields)[i]));
  }
  return all;
}

}  // namespace cuttle
