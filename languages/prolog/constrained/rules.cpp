// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/constrained/rules.h"

#include <algorithm>

#include "languages/prolog/constrained/control.h"

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
  size_t first = literal_.conditions.size();
  if (tag_of(b) == Tag::symbolic) {
    shadow_.require_equal(a, b, literal_);
    return describe(first, "=", a, b);
  }
  if (tag_of(b) != Tag::compound) {
    shadow_.require_constant(a, b, literal_);
    return describe(first, "=", a, b);
  }
  FunctorId f = store_.functor_of(b);
  if (!shadow_.require_functor(a, f, literal_)) return;
  unsigned n = store_.symbols().arity(f);
  for (unsigned i = 0; i < n; ++i) unify(shadow_.child(a, f, i), store_.arg(b, i));
}

void RuleMatcher::describe(size_t first, const std::string& relation, Cell a, Cell b) {
  Cell pair[2] = {a, b};
  describe(first, store_.compound(store_.symbols().functor(relation, 2), pair));
}

void RuleMatcher::describe(size_t first, Cell goal) {
  for (size_t i = first; i < literal_.conditions.size(); ++i) {
    if (ExprId expr = literal_.conditions[i].expr)
      descriptions_.try_emplace(expr, FlatTerm::copy(store_, goal));
  }
}

const FlatTerm* RuleMatcher::description(ExprId condition) const {
  auto it = descriptions_.find(condition);
  return it == descriptions_.end() ? nullptr : &it->second;
}

const FlatTerm* RuleMatcher::definition(Cell integer) const {
  auto it = definitions_.find(integer);
  return it == definitions_.end() ? nullptr : &it->second;
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
  std::string name = indicator(c);
  if (name == "-/1" || name == "abs/1") {
    ExprId a = number(store_.arg(c, 0));
    return !a ? a : name == "-/1" ? integers.negate(a) : integers.absolute(a);
  }
  if (!name.ends_with("/2")) return {};
  return operation(name.substr(0, name.size() - 2), store_.arg(c, 0), store_.arg(c, 1));
}

ExprId RuleMatcher::operation(const std::string& name, Cell x, Cell y) {
  using Function = ExprId (Integers::*)(ExprId, ExprId);
  static const std::map<std::string, Function> functions = {
      {"+", &Integers::add},       {"-", &Integers::subtract},        {"*", &Integers::multiply},
      {"//", &Integers::quotient}, {"mod", &Integers::floor_modulus}, {"rem", &Integers::remainder},
      {"min", &Integers::minimum}, {"max", &Integers::maximum}};
  auto it = functions.find(name);
  if (it == functions.end()) return {};
  bool division = name == "//" || name == "mod" || name == "rem";
  Cell divisor = store_.deref(y);
  if (division && (tag_of(divisor) != Tag::integer || int_of(divisor) == 0)) return {};
  ExprId a = number(x), b = number(y);
  if (!a || !b) return {};
  return (shadow_.skeleton().integers().*it->second)(a, b);
}

ExprId RuleMatcher::relation(const std::string& name, ExprId x, ExprId y) {
  Integers& integers = shadow_.skeleton().integers();
  return name == "="     ? integers.equal(x, y)
         : name == "\\=" ? shadow_.pool().not_(integers.equal(x, y))
         : name == "<"   ? integers.less(x, y)
         : name == ">"   ? integers.less(y, x)
         : name == "=<"  ? integers.less_equal(x, y)
                         : integers.less_equal(y, x);
}

void RuleMatcher::compare(const std::string& relation, Cell a, Cell b) {
  // A local variable that is defined by the equation needs no quantifier.
  for (auto [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    x = store_.deref(x);
    if (relation != "=" || !is_var_tag(tag_of(x))) continue;
    ExprId value = number(y);
    if (!value) {
      if (!literal_.impossible) complain("an equation with local variables");
      return;
    }
    Cell integer = shadow_.make_integer(value, 0);
    definitions_.try_emplace(integer, FlatTerm::copy(store_, y));
    store_[payload(x)] = integer;
    return;
  }
  ExprId x = number(a), y = number(b);
  if (literal_.impossible) return;
  if (!x || !y) {
    complain("a constraint `" + relation + "' that is not linear or has local variables");
    return;
  }
  literal_.conditions.push_back({this->relation(relation, x, y), 0, 0});
  // B #= 1, where B says whether a formula holds, is the formula.
  Cell formula = reified(a, b);
  if (!formula || (relation != "=" && relation != "\\="))
    return describe(literal_.conditions.size() - 1, "#" + relation, a, b);
  Cell value = store_.deref(tag_of(store_.deref(a)) == Tag::integer ? a : b);
  bool positive = (int_of(value) == 1) == (relation == "=");
  if (!positive) formula = store_.compound(store_.symbols().functor("#\\", 1), {&formula, 1});
  describe(literal_.conditions.size() - 1, formula);
}

// Of a copy of the terms: local variables stay unbound. They make the terms different, so nothing
// is required of the inputs then; what it says about the variables is lost.
void RuleMatcher::differ(Cell a, Cell b) {
  Literal saved = std::move(literal_);
  literal_ = {};
  FlatTerm copies[2] = {FlatTerm::copy(store_, a), FlatTerm::copy(store_, b)};
  bool local = has_variables(a) || has_variables(b);
  unify(copies[0].build(store_), copies[1].build(store_));
  bool never = literal_.impossible;
  ExprId equal = conjunction(literal_);
  literal_ = std::move(saved);
  if (local && !never) return complain("dif/2 with local variables");
  literal_.conditions.push_back({shadow_.pool().not_(equal), 0, 0});
  describe(literal_.conditions.size() - 1, "dif", a, b);
}

bool RuleMatcher::has_variables(Cell c) const {
  c = store_.deref(c);
  if (tag_of(c) != Tag::compound) return is_var_tag(tag_of(c));
  unsigned n = store_.symbols().arity(store_.functor_of(c));
  for (unsigned i = 0; i < n; ++i) {
    if (has_variables(store_.arg(c, i))) return true;
  }
  return false;
}

// X in Low..High; more complicated domains are not understood.
bool RuleMatcher::constrain_range(Cell x, Cell range) {
  range = store_.deref(range);
  if (tag_of(range) != Tag::compound || indicator(range) != "../2") return false;
  for (unsigned side : {0u, 1u}) {
    Cell bound = store_.deref(store_.arg(range, side));
    if (tag_of(bound) == Tag::integer) compare(side == 0 ? ">=" : "=<", x, bound);
  }
  return true;
}

bool RuleMatcher::tests_integers(Cell condition) const {
  condition = store_.deref(condition);
  if (store_.is_functor(condition, store_.symbols().comma))
    return tests_integers(store_.arg(condition, 0)) && tests_integers(store_.arg(condition, 1));
  if (tag_of(condition) != Tag::compound) return false;
  return indicator(condition) == "integer/1" || indicator(condition) == "var/1";
}

// library(clpfd) compiles X #> 3 to (integer(X) -> X >= 4 ; Y = 4, clpfd:clpfd_geq(X, Y)): the
// goals of the last branch, or none.
std::vector<Cell> RuleMatcher::compiled_constraint(Cell goal) const {
  const Symbols& symbols = store_.symbols();
  std::vector<Cell> goals;
  while (store_.is_functor(goal, symbols.semicolon)) {
    Cell test = store_.deref(store_.arg(goal, 0));
    if (!store_.is_functor(test, symbols.arrow) || !tests_integers(store_.arg(test, 0))) return {};
    goal = store_.deref(store_.arg(goal, 1));
  }
  for (; store_.is_functor(goal, symbols.comma); goal = store_.deref(store_.arg(goal, 1)))
    goals.push_back(store_.deref(store_.arg(goal, 0)));
  goals.push_back(goal);
  bool equations = std::all_of(goals.begin(), goals.end() - 1,
                               [&](Cell one) { return store_.is_functor(one, symbols.equals); });
  if (!equations || !store_.is_functor(goal, symbols.colon)) return {};
  Cell module = store_.deref(store_.arg(goal, 0));
  if (tag_of(module) != Tag::atom || symbols.text(atom_of(module)) != "clpfd") return {};
  return goals;
}

bool RuleMatcher::constrain(Cell goal) {
  goal = store_.deref(goal);
  if (goal == atom_cell(atoms::true_)) return true;
  if (store_.is_functor(goal, store_.symbols().semicolon)) {
    std::vector<Cell> goals = compiled_constraint(goal);
    return !goals.empty() &&
           std::all_of(goals.begin(), goals.end(), [this](Cell one) { return constrain(one); });
  }
  if (store_.is_functor(goal, store_.symbols().colon)) goal = store_.deref(store_.arg(goal, 1));
  if (tag_of(goal) != Tag::compound) return false;
  std::string name = indicator(goal);
  if (constrain_formula(name, goal)) return true;
  if (!name.ends_with("/2")) return false;
  name.resize(name.size() - 2);
  Cell a = store_.arg(goal, 0), b = store_.arg(goal, 1);
  if (name == "=") {
    unify(a, b);
  } else if (name == "in" || name == "clpfd_in") {
    return constrain_range(a, b);
  } else if (name == "dif") {
    differ(a, b);
  } else if (name == "#=" || name == "clpfd_equal" || name == "=:=" || name == "is") {
    compare("=", a, b);
  } else if (name == "#\\=" || name == "=\\=") {
    compare("\\=", a, b);
  } else if (name == "clpfd_geq") {
    compare(">=", a, b);
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

bool RuleMatcher::is_constraint(const FlatTerm& goals) {
  uint64_t mark = store_.top();
  Cell goal = store_.deref(store_.arg(goals.build(store_), 0));
  bool compiled =
      store_.is_functor(goal, store_.symbols().semicolon) && !compiled_constraint(goal).empty();
  store_.cut_back(mark);
  return compiled;
}

std::vector<RuleMatch> RuleMatcher::matches(const FlatTerm& goals, AtomId module, size_t level) {
  std::vector<RuleMatch> out;
  uint64_t mark = store_.top();
  auto finish = [&](const Clause* clause, Cell rest) {
    for (rest = store_.deref(rest); tag_of(rest) == Tag::compound && !literal_.impossible;
         rest = store_.deref(store_.arg(rest, 1))) {
      if (!constrain(store_.arg(rest, 0))) break;
    }
    out.push_back({clause, conjunction(literal_), literal_, FlatTerm::copy(store_, rest), false});
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
    Cell body = ControlReader(store_).with_level(store_.arg(rule, 1), level);
    bool cuts = ControlReader(store_).cuts(body, level);
    finish(clause, conjuncts(body, store_.arg(list, 1)));
    out.back().cuts = cuts;
  }
  return out;
}

}  // namespace cuttle::prolog
