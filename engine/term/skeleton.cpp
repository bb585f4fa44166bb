// SPDX-License-Identifier: Apache-2.0
#include "engine/term/skeleton.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace cuttle::term {

PositionId Skeleton::add_root(const std::string& name, const Domain* domain) {
  auto id = static_cast<PositionId>(positions_.size());
  positions_.push_back({name, domain});
  roots_.push_back(id);
  return id;
}

PositionId Skeleton::child(PositionId p, unsigned symbol, unsigned i) {
  const Domain* domain = positions_[p].domain->symbols()[symbol].args[i];
  unsigned same_arg = 0;
  for (const Child& c : positions_[p].children) {
    if (c.arg != i) continue;
    if (c.domain == domain) return c.position;
    ++same_arg;
  }
  auto id = static_cast<PositionId>(positions_.size());
  std::string name = positions_[p].name + "." + std::to_string(i + 1);
  if (same_arg) name += "~" + std::to_string(same_arg + 1);
  positions_.push_back({std::move(name), domain});
  positions_[p].children.push_back({i, domain, id});
  return id;
}

ExprId Skeleton::tag(PositionId p) {
  Position& at = positions_[p];
  if (!at.tag) {
    at.tag = pool_.variable(at.name, Sort::bits(at.domain->width()), "term");
    pool_.set_role(pool_.var_of(at.tag), InputRole::name);
    owners_[pool_.var_of(at.tag)] = {p, Role::tag};
  }
  return at.tag;
}

ExprId Skeleton::integer(PositionId p) {
  Position& at = positions_[p];
  if (at.integer) return at.integer;
  const Domain& d = *at.domain;
  ExprId v = pool_.variable(at.name + ":int", Sort::bits(d.int_bits()), "integer");
  owners_[pool_.var_of(v)] = {p, Role::integer};
  if (d.characters()) pool_.set_role(pool_.var_of(v), InputRole::character);
  if (!d.bounded()) return at.integer = outside_of_gaps(d, v);
  unsigned w = d.int_bits();
  mpz_class range = d.high() - d.low();
  if (range + 1 < mpz_class(1) << w) {  // not a power of two: cut off
    ExprId most = pool_.constant(Value::bits(w, range));
    v = pool_.ite(pool_.binary(Op::bv_ule, v, most), v, most);
  }
  v = outside_of_gaps(d, v);
  return at.integer = integers_.add(pool_.zext(v, w + 1), integers_.constant(d.low()));
}

ExprId Skeleton::outside_of_gaps(const Domain& d, ExprId v) {
  const Op below = d.bounded() ? Op::bv_ule : Op::bv_sle;
  auto constant = [&](const mpz_class& n) {
    return pool_.constant(Value::bits(d.int_bits(), d.bounded() ? mpz_class(n - d.low()) : n));
  };
  ExprId out = v;
  for (const auto& [first, last] : d.gaps()) {
    ExprId inside =
        pool_.and_(pool_.binary(below, constant(first), v), pool_.binary(below, v, constant(last)));
    out = pool_.ite(inside, constant(first - 1), out);
  }
  return out;
}

ExprId Skeleton::floating(PositionId p) {
  Position& at = positions_[p];
  if (at.floating) return at.floating;
  ExprId v = pool_.variable(at.name + ":float", Sort::floating(64), "float");
  owners_[pool_.var_of(v)] = {p, Role::floating};
  unsigned bits = at.domain->float_bits();
  ExprId size = pool_.unary(Op::f_abs, v);
  ExprId least = floats_.constant(std::ldexp(1.0, -static_cast<int>(bits)));
  ExprId most = floats_.constant(Floats::of_input(bits).most);
  ExprId valid = pool_.and_(floats_.less_equal(least, size), floats_.less_equal(size, most));
  return at.floating = pool_.ite(valid, v, floats_.constant(0.0));
}

Value Skeleton::encode_integer(PositionId p, const mpz_class& value) const {
  const Domain& d = domain(p);
  if (!d.bounded()) return Value::bits(d.int_bits(), value);
  mpz_class inside = value < d.low() ? d.low() : value > d.high() ? d.high() : value;
  return Value::bits(d.int_bits(), mpz_class(inside - d.low()));
}

const Skeleton::Owner* Skeleton::owner(VarId v) const {
  auto it = owners_.find(v);
  return it == owners_.end() ? nullptr : &it->second;
}

ExprId Skeleton::is_symbol(PositionId p, unsigned symbol) {
  return is_between(p, symbol, symbol + 1);
}

ExprId Skeleton::is_between(PositionId p, unsigned first, unsigned last) {
  ExprId some = tag_between(p, first, last);
  for (unsigned any : domain(p).any_texts()) {
    // An unknown text that is the text of a symbol means that symbol.
    auto [from, to] = domain(p).range(symbol(p, any).kind);
    if (any < first || any >= last) {
      ExprId inside = spells_some(p, std::max(first, from), std::min(last, to));
      some = pool_.or_(some, pool_.and_(has_tag_value(p, any), inside));
    } else {
      ExprId outside = pool_.or_(spells_some(p, from, std::min(first, to)),
                                 spells_some(p, std::max(last, from), to));
      some = pool_.and_(some, pool_.not_(pool_.and_(has_tag_value(p, any), outside)));
    }
  }
  return some;
}

ExprId Skeleton::tag_between(PositionId p, unsigned first, unsigned last) {
  const Domain& d = domain(p);
  if (first >= last) return pool_.false_expr();
  if (first == 0 && last >= d.size()) return pool_.true_expr();
  unsigned w = d.width();
  ExprId t = tag(p);
  bool open_end = last >= d.size();
  if (!open_end && last == first + 1) return pool_.eq(t, pool_.bits(w, first));
  if (open_end && first == (1u << w) - 1) return pool_.eq(t, pool_.bits(w, first));
  ExprId from = first == 0 ? pool_.true_expr() : pool_.binary(Op::bv_ule, pool_.bits(w, first), t);
  ExprId to = open_end ? pool_.true_expr() : pool_.binary(Op::bv_ult, t, pool_.bits(w, last));
  return pool_.and_(from, to);
}

ExprId Skeleton::equal_args(PositionId p, unsigned sp, PositionId q, unsigned sq) {
  ExprId all = pool_.true_expr();
  unsigned n = symbol(p, sp).arity();
  for (unsigned i = 0; i < n; ++i) all = pool_.and_(all, equal(child(p, sp, i), child(q, sq, i)));
  return all;
}

// The values at both are equal, given that these symbols stand there and are the same.
ExprId Skeleton::equal_inside(PositionId p, unsigned sp, PositionId q, unsigned sq) {
  switch (symbol(p, sp).content) {
    case Content::integer:
      return integers_.equal(integer(p), integer(q));
    case Content::floating:
      return pool_.eq(floating(p), floating(q));
    case Content::arguments:
      return equal_args(p, sp, q, sq);
    case Content::nothing:
    case Content::text:
      break;
  }
  return pool_.true_expr();
}

ExprId Skeleton::equal(PositionId p, PositionId q) {
  if (p == q) return pool_.true_expr();
  const Domain& dp = domain(p);
  const Domain& dq = domain(q);
  std::set<KindId> texts;
  for (unsigned any : dp.any_texts()) texts.insert(dp.symbols()[any].kind);
  for (unsigned any : dq.any_texts()) texts.insert(dq.symbols()[any].kind);
  if (!texts.empty() || &dp != &dq) {
    ExprId some = equal_symbols(p, q);
    for (KindId kind : texts) some = pool_.or_(some, equal_texts(p, q, kind));
    return some;
  }
  ExprId same = pool_.true_expr();
  if (dp.width() > 0) {
    unsigned last = dp.size() - 1;
    same = pool_.or_(pool_.eq(tag(p), tag(q)), pool_.and_(is_symbol(p, last), is_symbol(q, last)));
  }
  for (unsigned s = 0; s < dp.size(); ++s) {
    if (dp.symbols()[s].content == Content::nothing) continue;
    same = pool_.and_(same, pool_.or_(pool_.not_(is_symbol(p, s)), equal_inside(p, s, q, s)));
  }
  return same;
}

// The same symbol stands at both, with equal arguments; unknown texts apart.
ExprId Skeleton::equal_symbols(PositionId p, PositionId q) {
  const Domain& dp = domain(p);
  const Domain& dq = domain(q);
  ExprId some = pool_.false_expr();
  for (unsigned s = 0; s < dp.size(); ++s) {
    const Symbol& symbol = dp.symbols()[s];
    if (symbol.is_any_text()) continue;
    bool number = symbol.content == Content::integer || symbol.content == Content::floating;
    int t = number && symbol.content == Content::integer ? dq.integer()
            : number                                     ? dq.floating()
                                                         : dq.find(symbol.kind, symbol.id);
    if (t < 0) continue;
    auto u = static_cast<unsigned>(t);
    ExprId both = pool_.and_(is_symbol(p, s), is_symbol(q, u));
    some = pool_.or_(some, pool_.and_(both, equal_inside(p, s, q, u)));
  }
  return some;
}

}  // namespace cuttle::term
