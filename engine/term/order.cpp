// SPDX-License-Identifier: Apache-2.0
#include "engine/term/order.h"

#include <map>

#include "engine/support/check.h"

namespace cuttle::term {

namespace {

class Comparison {
 public:
  Comparison(Skeleton& skeleton, const Order& order)
      : skeleton_(skeleton), pool_(skeleton.pool()), order_(order) {}

  ExprId before(PositionId p, PositionId q) {
    if (p == q) return pool_.false_expr();
    const Domain& dp = skeleton_.domain(p);
    const Domain& dq = skeleton_.domain(q);
    std::map<Order::Key, unsigned> ranks;
    for (const Domain* d : {&dp, &dq}) {
      for (const Symbol& s : d->symbols()) ranks.emplace(order_.key(s), 0);
    }
    unsigned next = 0;
    for (auto& [key, rank] : ranks) rank = next++;
    ExprId result = pool_.binary(Op::bv_ult, rank_at(p, ranks), rank_at(q, ranks));
    for (unsigned s = 0; s < dp.size(); ++s) {
      for (unsigned t = 0; t < dq.size(); ++t) {
        if (order_.key(dp.symbols()[s]) != order_.key(dq.symbols()[t])) continue;
        ExprId tie = before_inside(p, s, q, t);
        if (pool_.is_false(tie)) continue;
        ExprId both = pool_.and_(skeleton_.is_symbol(p, s), skeleton_.is_symbol(q, t));
        result = pool_.or_(result, pool_.and_(both, tie));
      }
    }
    return result;
  }

 private:
  ExprId rank_at(PositionId p, const std::map<Order::Key, unsigned>& ranks) {
    constexpr unsigned width = 16;
    std::vector<ExprId> elements;
    for (const Symbol& s : skeleton_.domain(p).symbols())
      elements.push_back(pool_.bits(width, ranks.at(order_.key(s))));
    if (!skeleton_.has_tag(p)) return elements[0];
    return pool_.lookup(pool_.table(elements), skeleton_.tag(p));
  }

  // Given that these symbols, which have the same key, stand at p and q.
  ExprId before_inside(PositionId p, unsigned sp, PositionId q, unsigned sq) {
    const Symbol& a = skeleton_.symbol(p, sp);
    const Symbol& b = skeleton_.symbol(q, sq);
    switch (a.content) {
      case Content::arguments:
        return before_args(p, sp, q, sq);
      case Content::integer:
      case Content::floating:
        return before_number(p, a.content, q, b.content);
      case Content::text:
        CUTTLE_CHECK(false, "unknown texts have no order here");
      case Content::nothing:
        break;
    }
    return pool_.false_expr();
  }

  ExprId before_args(PositionId p, unsigned sp, PositionId q, unsigned sq) {
    ExprId result = pool_.false_expr();
    for (unsigned i = skeleton_.symbol(p, sp).arity(); i-- > 0;) {
      PositionId a = skeleton_.child(p, sp, i), b = skeleton_.child(q, sq, i);
      result = pool_.or_(before(a, b), pool_.and_(skeleton_.equal(a, b), result));
    }
    return result;
  }

  ExprId before_number(PositionId p, Content cp, PositionId q, Content cq) {
    bool p_integer = cp == Content::integer, q_integer = cq == Content::integer;
    if (p_integer && q_integer)
      return skeleton_.integers().less(skeleton_.integer(p), skeleton_.integer(q));
    Floats& floats = skeleton_.floats();
    ExprId a = p_integer ? floats.from_integer(skeleton_.integer(p)) : skeleton_.floating(p);
    ExprId b = q_integer ? floats.from_integer(skeleton_.integer(q)) : skeleton_.floating(q);
    CUTTLE_CHECK(a && b, "an integer that meets a float is too wide");
    bool also_equal = order_.floats_first() && !p_integer && q_integer;
    return also_equal ? floats.less_equal(a, b) : floats.less(a, b);
  }

  Skeleton& skeleton_;
  ExprPool& pool_;
  const Order& order_;
};

}  // namespace

ExprId before(Skeleton& skeleton, const Order& order, PositionId p, PositionId q) {
  return Comparison(skeleton, order).before(p, q);
}

}  // namespace cuttle::term
