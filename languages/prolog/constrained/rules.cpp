// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/constrained/rules.h"

#include <algorithm>

namespace cuttle::prolog {

std::string RuleMatcher::indicator(Cell goal) const {
  const Symbols& symbols = store_.symbols();
  if (tag_of(goal) == Tag::atom) return symbols.text(atom_of(goal)) + "/0";
  FunctorId f = store_.functor_of(goal);
  return symbols.text(symbols.name(f)) + "/" + std::to_string(symbols.arity(f));
}

void RuleMatcher::complain(const std::string& what) {
  if (std::find(complaints_.begin(), complaints_.end(), what) == complaints_.end())
    complaints_.push_back(what);
}

ExprId RuleMatcher::conjunction(const Literal& literal) {
  ExprPool& pool = shadow_.pool();
  if (literal.impossible) return pool.false_expr();
  ExprId all = pool.true_expr();
  for (const Condition& c : literal.conditions)
    all = pool.and_(all, c.expr ? c.expr : shadow_.skeleton().is_symbol(c.position, c.symbol));
  return all;
}

// Binds without a trail: the terms are copies that are thrown away.
void RuleMatcher::unify(Cell a, Cell b) {
  a = store_.deref(a);
  b = store_.deref(b);
  if (a == b || literal_.impossible) return;
  if (is_var_tag(tag_of(a))) {
    store_[payload(a)] = b;
  } else if (is_var_tag(tag_of(b))) {
    store_[payload(b)] = a;
  } else if (tag_of(a) == Tag::symbolic) {
    unify_symbolic(a, b);
  } else if (tag_of(b) == Tag::symbolic) {
    unify_symbolic(b, a);
  } else if (tag_of(a) == Tag::compound && tag_of(b) == Tag::compound &&
             store_.functor_of(a) == store_.functor_of(b)) {
    unsigned n = store_.symbols().arity(store_.functor_of(a));
    for (unsigned i = 0; i < n; ++i) unify(store_.arg(a, i), store_.arg(b, i));
  } else if (tag_of(a) != Tag::box || tag_of(b) != Tag::box || !store_.box_equal(a, b)) {
    literal_.impossible = true;
  }
}

void RuleMatcher::unify_symbolic(Cell a, Cell b) {
  if (tag_of(b) == Tag::symbolic) return shadow_.require_equal(a, b, literal_);
  if (tag_of(b) != Tag::compound) return shadow_.require_constant(a, b, literal_);
  FunctorId f = store_.functor_of(b);
  if (!shadow_.require_functor(a, f, literal_)) return;
  unsigned n = store_.symbols().arity(f);
  for (unsigned i = 0; i < n; ++i) unify(shadow_.child(a, f, i), store_.arg(b, i));
}

// The value of an integer expression; none when it is not understood.
ExprId RuleMatcher::number(Cell c) {
  c = store_.deref(c);
  Integers& integers = shadow_.skeleton().integers();
  if (tag_of(c) == Tag::integer) return integers.constant(mpz_class(static_cast<long>(int_of(c))));
  if (tag_of(c) == Tag::symbolic) {
    const Shadow::SymbolicValue& v = shadow_.value(c);
    if (v.kind == Shadow::Kind::position) {
      int s = shadow_.skeleton().domain(v.position).integer();
      if (s < 0) {
        literal_.impossible = true;
        return {};
      }
      literal_.conditions.push_back({{}, v.position, static_cast<unsigned>(s)});
    }
    return shadow_.integer_expr(c);
  }
  if (tag_of(c) != Tag::compound) return {};
  const Symbols& symbols = store_.symbols();
  FunctorId f = store_.functor_of(c);
  if (f != symbols.plus2 && f != symbols.minus2 && f != symbols.star2) return {};
  ExprId a = number(store_.arg(c, 0)), b = number(store_.arg(c, 1));
  if (!a || !b) return {};
  return f == symbols.plus2    ? integers.add(a, b)
         : f == symbols.minus2 ? integers.subtract(a, b)
                               : integers.multiply(a, b);
}

void RuleMatcher::compare(const std::string& relation, Cell a, Cell b) {
  // A local variable that is defined by the equation needs no quantifier.
  for (auto [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    x = store_.deref(x);
    if (relation != "=" || !is_var_tag(tag_of(x))) continue;
    if (ExprId value = number(y)) store_[payload(x)] = shadow_.make_integer(value, 0);
    return;
  }
  Integers& integers = shadow_.skeleton().integers();
  ExprPool& pool = shadow_.pool();
  ExprId x = number(a), y = number(b);
  if (literal_.impossible) return;
  if (!x || !y) {
    complain("a constraint `" + relation + "' that is not linear or has local variables");
    return;
  }
  ExprId holds = relation == "="     ? integers.equal(x, y)
                 : relation == "\\=" ? pool.not_(integers.equal(x, y))
                 : relation == "<"   ? integers.less(x, y)
                 : relation == ">"   ? integers.less(y, x)
                 : relation == "=<"  ? integers.less_equal(x, y)
                                     : integers.less_equal(y, x);
  literal_.conditions.push_back({holds, 0, 0});
}

void RuleMatcher::differ(Cell a, Cell b) {
  Literal saved = std::move(literal_);
  literal_ = {};
  unify(a, b);
  ExprId equal = conjunction(literal_);
  literal_ = std::move(saved);
  literal_.conditions.push_back({shadow_.pool().not_(equal), 0, 0});
}

bool RuleMatcher::constrain(Cell goal) {
  goal = store_.deref(goal);
  if (goal == atom_cell(atoms::true_)) return true;
  if (tag_of(goal) != Tag::compound) return false;
  std::string name = indicator(goal);
  if (!name.ends_with("/2")) return false;
  name.resize(name.size() - 2);
  Cell a = store_.arg(goal, 0), b = store_.arg(goal, 1);
  if (name == "=") {
    unify(a, b);
  } else if (name == "dif") {
    differ(a, b);
  } else if (name == "#=" || name == "=:=" || name == "is") {
    compare("=", a, b);
  } else if (name == "#\\=" || name == "=\\=") {
    compare("\\=", a, b);
  } else if (name == "#<" || name == "#>" || name == "#=<" || name == "#>=") {
    compare(name.substr(1), a, b);
  } else if (name == "<" || name == ">" || name == "=<" || name == ">=") {
    compare(name, a, b);
  } else {
    return false;
  }
  return true;
}

// The goals of a body in front of `rest`.
Cell RuleMatcher::conjuncts(Cell body, Cell rest) {
  body = store_.deref(body);
  if (store_.is_functor(body, store_.symbols().comma))
    return conjuncts(store_.arg(body, 0), conjuncts(store_.arg(body, 1), rest));
  return store_.cons(body, rest);
}

std::vector<RuleMatch> RuleMatcher::matches(const FlatTerm& goals, AtomId module) {
  std::vector<RuleMatch> out;
  uint64_t mark = store_.top();
  auto finish = [&](const Clause* clause, Cell rest) {
    for (rest = store_.deref(rest); tag_of(rest) == Tag::compound && !literal_.impossible;
         rest = store_.deref(store_.arg(rest, 1))) {
      if (!constrain(store_.arg(rest, 0))) break;
    }
    out.push_back({clause, conjunction(literal_), FlatTerm::copy(store_, rest)});
    store_.cut_back(mark);
  };
  Cell list = goals.build(store_), goal = store_.deref(store_.arg(list, 0));
  literal_ = {};
  if (constrain(goal)) {
    finish(nullptr, store_.arg(list, 1));
    return out;
  }
  FunctorId f = tag_of(goal) == Tag::atom ? interpreter_.symbols.functor(atom_of(goal), 0)
                                          : store_.functor_of(goal);
  Predicate* p = interpreter_.program.resolve(interpreter_.program.lookup(module, f));
  if (p->state != Predicate::State::clauses) complain(indicator(goal));
  store_.cut_back(mark);
  for (const Clause* clause : *p->all) {
    literal_ = {};
    list = goals.build(store_);
    Cell rule = clause->source.build(store_);
    unify(store_.arg(list, 0), store_.arg(rule, 0));
    finish(clause, conjuncts(store_.arg(rule, 1), store_.arg(list, 1)));
  }
  return out;
}

}  // namespace cuttle::prolog
