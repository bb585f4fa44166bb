// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/shadow/skeleton.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "engine/support/check.h"

namespace cuttle::prolog {

PositionId Skeleton::add_root(const std::string& name, const Domain* domain) {
  auto id = static_cast<PositionId>(positions_.size());
  positions_.push_back({name, domain, {}, {}, {}, {}, {}, {}, {}});
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
  positions_.push_back({std::move(name), domain, {}, {}, {}, {}, {}, {}, {}});
  positions_[p].children.push_back({i, domain, id});
  return id;
}

ExprId Skeleton::tag(PositionId p) {
  Position& at = positions_[p];
  if (!at.tag) {
    at.tag = pool_.variable(at.name, Sort::bits(at.domain->width()), "term");
    owners_[pool_.var_of(at.tag)] = {p, Role::tag};
  }
  return at.tag;
}

ExprId Skeleton::integer(PositionId p) {
  Position& at = positions_[p];
  if (at.integer) return at.integer;
  const Domain& d = *at.domain;
  ExprId v = pool_.variable(at.name + ":int", Sort::bits(d.int_bits()), "integer");
  at.integer_variable = v;
  owners_[pool_.var_of(v)] = {p, Role::integer};
  if (!d.bounded()) return at.integer = v;
  unsigned w = d.int_bits();
  auto range = static_cast<uint64_t>(d.high() - d.low());
  if (range + 1 < (uint64_t{1} << w)) {  // not a power of two: cut off
    ExprId most = pool_.bits(w, range);
    v = pool_.ite(pool_.binary(cuttle::Op::bv_ule, v, most), v, most);
  }
  ExprId low = integers_.constant(mpz_class(static_cast<long>(d.low())));
  return positions_[p].integer = integers_.add(pool_.zext(v, w + 1), low);
}

ExprId Skeleton::floating(PositionId p) {
  Position& at = positions_[p];
  if (at.floating) return at.floating;
  ExprId v = pool_.variable(at.name + ":float", Sort::floating(64), "float");
  owners_[pool_.var_of(v)] = {p, Role::floating};
  unsigned bits = at.domain->float_bits();
  ExprId size = pool_.unary(cuttle::Op::f_abs, v);
  ExprId least = floats_.constant(std::ldexp(1.0, -static_cast<int>(bits)));
  ExprId most = floats_.constant(Floats::of_input(bits).most);
  ExprId valid = pool_.and_(floats_.less_equal(least, size), floats_.less_equal(size, most));
  return at.floating = pool_.ite(valid, v, floats_.constant(0.0));
}

uint64_t Skeleton::encode_integer(PositionId p, int64_t value) const {
  const Domain& d = domain(p);
  if (!d.bounded()) return static_cast<uint64_t>(value);
  return static_cast<uint64_t>(std::clamp(value, d.low(), d.high()) - d.low());
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
  for (Symbol::Kind kind : {Symbol::Kind::atom, Symbol::Kind::string}) {
    int any = domain(p).any_text(kind);
    if (any < 0) continue;
    // An unknown text that is the text of a symbol means that symbol.
    auto a = static_cast<unsigned>(any);
    auto [from, to] = domain(p).range(kind);
    if (a < first || a >= last) {
      ExprId inside = spells_some(p, kind, std::max(first, from), std::min(last, to));
      some = pool_.or_(some, pool_.and_(has_tag_value(p, a), inside));
    } else {
      ExprId outside = pool_.or_(spells_some(p, kind, from, std::min(first, to)),
                                 spells_some(p, kind, std::max(last, from), to));
      some = pool_.and_(some, pool_.not_(pool_.and_(has_tag_value(p, a), outside)));
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
  ExprId from =
      first == 0 ? pool_.true_expr() : pool_.binary(cuttle::Op::bv_ule, pool_.bits(w, first), t);
  ExprId to =
      open_end ? pool_.true_expr() : pool_.binary(cuttle::Op::bv_ult, t, pool_.bits(w, last));
  return pool_.and_(from, to);
}

ExprId Skeleton::equal_args(PositionId p, unsigned sp, PositionId q, unsigned sq) {
  ExprId all = pool_.true_expr();
  unsigned n = domain(p).symbols()[sp].arity;
  for (unsigned i = 0; i < n; ++i) all = pool_.and_(all, equal(child(p, sp, i), child(q, sq, i)));
  return all;
}

// The values at both are equal, given that these symbols stand there and are the same.
ExprId Skeleton::equal_inside(PositionId p, unsigned sp, PositionId q, unsigned sq) {
  switch (domain(p).symbols()[sp].kind) {
    case Symbol::Kind::integer:
      return integers_.equal(integer(p), integer(q));
    case Symbol::Kind::floating:
      return pool_.eq(floating(p), floating(q));
    case Symbol::Kind::compound:
      return equal_args(p, sp, q, sq);
    default:
      return pool_.true_expr();
  }
}

ExprId Skeleton::equal(PositionId p, PositionId q) {
  if (p == q) return pool_.true_expr();
  const Domain& dp = domain(p);
  const Domain& dq = domain(q);
  if (dp.has_any_text() || dq.has_any_text()) {
    ExprId some = equal_symbols(p, q);
    for (Symbol::Kind kind : {Symbol::Kind::atom, Symbol::Kind::string})
      some = pool_.or_(some, equal_texts(p, q, kind));
    return some;
  }
  if (&dp == &dq) {
    ExprId same = pool_.true_expr();
    if (dp.width() > 0) {
      unsigned last = dp.size() - 1;
      same =
          pool_.or_(pool_.eq(tag(p), tag(q)), pool_.and_(is_symbol(p, last), is_symbol(q, last)));
    }
    for (unsigned s = 0; s < dp.size(); ++s) {
      Symbol::Kind kind = dp.symbols()[s].kind;
      if (kind == Symbol::Kind::atom || kind == Symbol::Kind::string) continue;
      same = pool_.and_(same, pool_.or_(pool_.not_(is_symbol(p, s)), equal_inside(p, s, q, s)));
    }
    return same;
  }
  return equal_symbols(p, q);
}

// The same symbol stands at both, with equal arguments; unknown texts apart.
ExprId Skeleton::equal_symbols(PositionId p, PositionId q) {
  const Domain& dp = domain(p);
  const Domain& dq = domain(q);
  ExprId some = pool_.false_expr();
  for (unsigned s = 0; s < dp.size(); ++s) {
    const Symbol& symbol = dp.symbols()[s];
    if (symbol.any_text) continue;
    int t = -1;
    for (unsigned k = 0; k < dq.size() && t < 0; ++k) {
      const Symbol& other = dq.symbols()[k];
      if (other.kind == symbol.kind && other.functor == symbol.functor &&
          other.constant == symbol.constant && !other.any_text)
        t = static_cast<int>(k);
    }
    if (t < 0) continue;
    auto u = static_cast<unsigned>(t);
    ExprId both = pool_.and_(is_symbol(p, s), is_symbol(q, u));
    some = pool_.or_(some, pool_.and_(both, equal_inside(p, s, q, u)));
  }
  return some;
}

namespace {

// Where a symbol stands in the standard order, apart from the values of integers and arguments.
using OrderKey = std::tuple<int, unsigned, std::string>;

OrderKey order_key(const Store& store, const Symbol& s) {
  const Symbols& symbols = store.symbols();
  switch (s.kind) {
    case Symbol::Kind::integer:
    case Symbol::Kind::floating:
      return {0, 0, ""};
    case Symbol::Kind::atom:
      return {2, s.constant == atom_cell(atoms::nil) ? 0 : 1, symbols.text(atom_of(s.constant))};
    case Symbol::Kind::string:
      return {1, 0, std::string(store.string_of(s.constant))};
    case Symbol::Kind::compound:
      break;
  }
  return {3, s.arity, symbols.text(symbols.name(s.functor))};
}

}  // namespace

// Numbers are ordered by value; of two equal ones the float comes first.
ExprId Skeleton::before_number(PositionId p, Symbol::Kind kp, PositionId q, Symbol::Kind kq) {
  using Kind = Symbol::Kind;
  if (kp == Kind::integer && kq == Kind::integer) return integers_.less(integer(p), integer(q));
  ExprId a = kp == Kind::integer ? floats_.from_integer(integer(p)) : floating(p);
  ExprId b = kq == Kind::integer ? floats_.from_integer(integer(q)) : floating(q);
  bool float_first = kp == Kind::floating && kq == Kind::integer;
  return float_first ? floats_.less_equal(a, b) : floats_.less(a, b);
}

ExprId Skeleton::before_args(const Store& store, PositionId p, unsigned sp, PositionId q,
                             unsigned sq) {
  ExprId result = pool_.false_expr();
  for (unsigned i = domain(p).symbols()[sp].arity; i-- > 0;) {
    PositionId a = child(p, sp, i), b = child(q, sq, i);
    result = pool_.or_(before(store, a, b), pool_.and_(equal(a, b), result));
  }
  return result;
}

ExprId Skeleton::before(const Store& store, PositionId p, PositionId q) {
  if (p == q) return pool_.false_expr();
  const Domain& dp = domain(p);
  const Domain& dq = domain(q);
  std::map<OrderKey, unsigned> ranks;
  for (const Domain* d : {&dp, &dq}) {
    for (const Symbol& s : d->symbols()) ranks.emplace(order_key(store, s), 0);
  }
  unsigned next = 0;
  for (auto& [key, rank] : ranks) rank = next++;
  unsigned width = 16;
  auto rank_of = [&](PositionId at, const Domain& d) {
    std::vector<ExprId> elements;
    for (const Symbol& s : d.symbols())
      elements.push_back(pool_.bits(width, ranks[order_key(store, s)]));
    return d.width() == 0 ? elements[0] : pool_.lookup(pool_.table(elements), tag(at));
  };
  ExprId result = pool_.binary(cuttle::Op::bv_ult, rank_of(p, dp), rank_of(q, dq));
  for (unsigned s = 0; s < dp.size(); ++s) {
    for (unsigned t = 0; t < dq.size(); ++t) {
      const Symbol& a = dp.symbols()[s];
      const Symbol& b = dq.symbols()[t];
      if (order_key(store, a) != order_key(store, b)) continue;
      ExprId tie = pool_.false_expr();
      using Kind = Symbol::Kind;
      if (a.kind == Kind::compound) tie = before_args(store, p, s, q, t);
      if (a.kind == Kind::integer || a.kind == Kind::floating)
        tie = before_number(p, a.kind, q, b.kind);
      if (pool_.is_false(tie)) continue;
      result = pool_.or_(result, pool_.and_(pool_.and_(is_symbol(p, s), is_symbol(q, t)), tie));
    }
  }
  return result;
}

}  // namespace cuttle::prolog
