// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/constrained/calls.h"

#include <algorithm>

namespace cuttle::prolog {

PositionId CallWriter::Knowledge::representative(PositionId p) const {
  for (auto it = same.find(p); it != same.end(); it = same.find(p)) p = it->second;
  return p;
}

Cell CallWriter::pair(const char* functor, Cell a, Cell b) {
  Cell args[2] = {a, b};
  return store_.compound(store_.symbols().functor(functor, 2), args);
}

std::optional<PositionId> CallWriter::position(Cell c) const {
  c = store_.deref(c);
  if (tag_of(c) != Tag::symbolic || shadow_.value(c).kind != Shadow::Kind::position) return {};
  return shadow_.value(c).position;
}

// The term at a position: as deep as it is known, with variables below.
Cell CallWriter::term(PositionId p, const Knowledge& knowledge,
                      std::map<PositionId, Cell>& variables) {
  p = knowledge.representative(p);
  if (auto it = knowledge.integers.find(p); it != knowledge.integers.end()) return it->second;
  auto it = knowledge.symbols.find(p);
  const Domain& domain = skeleton_.domain(p);
  auto is = [&](int symbol) { return static_cast<int>(it->second) == symbol; };
  if (it == knowledge.symbols.end() || is(domain.integer()) || is(domain.floating())) {
    auto [variable, fresh] = variables.try_emplace(p, 0);
    if (fresh) variable->second = store_.new_var();
    return variable->second;
  }
  const Symbol& symbol = domain.symbols()[it->second];
  if (symbol.kind != SymbolKind::compound) return symbol.id;
  std::vector<Cell> args;
  for (unsigned i = 0; i < symbol.arity(); ++i)
    args.push_back(term(skeleton_.child(p, it->second, i), knowledge, variables));
  return store_.compound(functor_of(symbol), args);
}

// A description with its symbolic cells replaced; 0 when an integer has no definition.
Cell CallWriter::resolve(Cell c, const Pattern* pattern) {
  c = store_.deref(c);
  if (auto p = position(c)) return term_in(*p, pattern);
  if (tag_of(c) == Tag::symbolic) {
    const FlatTerm* definition = rules_.definition(c);
    return definition ? resolve(definition->build(store_), pattern) : 0;
  }
  if (tag_of(c) != Tag::compound) return c;
  std::vector<Cell> args;
  unsigned n = store_.symbols().arity(store_.functor_of(c));
  for (unsigned i = 0; i < n; ++i) {
    args.push_back(resolve(store_.arg(c, i), pattern));
    if (!args.back()) return 0;
  }
  return store_.compound(store_.functor_of(c), args);
}

Cell CallWriter::term_in(PositionId p, const Pattern* pattern) {
  if (!pattern || !pattern->below.contains(p)) return term(p, known_, variables_);
  return term(p, pattern->assumed, *pattern->variables);
}

// From X = 3, or X = Y.
bool CallWriter::add_equation(Knowledge& knowledge, Cell goal) const {
  if (!store_.is_functor(goal, store_.symbols().equals)) return false;
  auto a = position(store_.arg(goal, 0)), b = position(store_.arg(goal, 1));
  if (a && b) {
    PositionId x = knowledge.representative(*a), y = knowledge.representative(*b);
    if (x != y) knowledge.same[std::max(x, y)] = std::min(x, y);
    return true;
  }
  Cell constant = store_.deref(store_.arg(goal, a ? 1 : 0));
  bool number = tag_of(constant) == Tag::integer || tag_of(constant) == Tag::box;
  if ((!a && !b) || !number) return false;
  knowledge.integers[a ? *a : *b] = constant;
  return true;
}

bool CallWriter::include(const Literal& literal) {
  for (const Condition& c : literal.conditions) {
    if (!c.expr) {
      known_.symbols[c.position] = c.symbol;
      continue;
    }
    if (shadow_.pool().is_constant(c.expr)) continue;
    const FlatTerm* description = rules_.description(c.expr);
    if (!description) return false;
    Cell goal = description->build(store_);
    bool constant = store_.is_functor(goal, store_.symbols().equals) &&
                    !(position(store_.arg(goal, 0)) && position(store_.arg(goal, 1)));
    if (constant && add_equation(known_, goal)) continue;
    goals_.push_back(goal);  // resolved when everything is known
  }
  return true;
}

int CallWriter::known(const Condition& c) const {
  if (c.expr) return shadow_.pool().is_constant(c.expr) ? 1 : 0;
  auto it = known_.symbols.find(c.position);
  if (it == known_.symbols.end()) return 0;
  return it->second == c.symbol ? 1 : -1;
}

bool CallWriter::exclude(const Literal& literal) {
  if (literal.impossible) return true;
  Pattern pattern;
  std::vector<Cell> goals;
  for (const Condition& c : literal.conditions) {
    int state = known(c);
    if (state < 0) return true;
    if (state > 0) continue;
    if (!c.expr) {
      pattern.assumed.symbols[c.position] = c.symbol;
      continue;
    }
    const FlatTerm* description = rules_.description(c.expr);
    if (!description) return false;
    Cell goal = description->build(store_);
    if (!add_equation(pattern.assumed, goal)) goals.push_back(goal);
  }
  // Constraints on integers imply that they are integers.
  if (!goals.empty()) {
    std::erase_if(pattern.assumed.symbols, [this](const auto& item) {
      return static_cast<int>(item.second) == skeleton_.domain(item.first).integer();
    });
  }
  const Knowledge& assumed = pattern.assumed;
  if (goals.empty() && assumed.symbols.size() == 1 && assumed.integers.empty() &&
      assumed.same.empty()) {
    auto [p, symbol] = *assumed.symbols.begin();
    if (static_cast<int>(symbol) == skeleton_.domain(p).integer()) return exclude_integers(p);
  }
  if (!assumed.symbols.empty() || !assumed.integers.empty() || !assumed.same.empty())
    return exclude_pattern(pattern, goals);
  Cell goal = opposite(goals, nullptr);
  if (goal) goals_.push_back(goal);
  return goal != 0;
}

// The input at p is no integer, whatever it becomes.
bool CallWriter::exclude_integers(PositionId p) {
  Cell variable = term(p, known_, variables_);
  Cell test = store_.compound(store_.symbols().functor("integer", 1), {&variable, 1});
  Cell goal = store_.compound(store_.symbols().not_provable, {&test, 1});
  goals_.push_back(pair("freeze", variable, goal));
  return true;
}

// One of the goals does not hold; 0 when that cannot be said.
Cell CallWriter::opposite(const std::vector<Cell>& goals, const Pattern* pattern) {
  static const std::map<std::string, const char*> opposites = {
      {"#=", "#\\="}, {"#\\=", "#="}, {"#<", "#>="}, {"#>=", "#<"},
      {"#>", "#=<"},  {"#=<", "#>"},  {"dif", "="},  {"=", "dif"}};
  Cell some = 0;
  for (Cell goal : goals) {
    goal = resolve(goal, pattern);
    if (!goal) return 0;
    std::string name = store_.symbols().text(store_.symbols().name(store_.functor_of(goal)));
    auto it = opposites.find(name);
    bool formula = name.starts_with("#");
    if ((it == opposites.end() || goals.size() > 1) && !formula) return 0;
    FunctorId negation = store_.symbols().functor("#\\", 1);
    Cell one = it != opposites.end() ? pair(it->second, store_.arg(goal, 0), store_.arg(goal, 1))
               : store_.is_functor(goal, negation) ? store_.arg(goal, 0)
                                                   : store_.compound(negation, {&goal, 1});
    some = some ? pair("#\\/", some, one) : one;
  }
  return some;
}

// The inputs do not match the pattern, whatever its variables are, or one of the goals does not
// hold for the variables then.
bool CallWriter::exclude_pattern(Pattern& pattern, const std::vector<Cell>& goals) {
  const Knowledge& assumed = pattern.assumed;
  std::set<PositionId> mentioned;
  for (const auto& [p, symbol] : assumed.symbols) {
    mentioned.insert(p);
    unsigned arity = skeleton_.symbol(p, symbol).arity();
    for (unsigned i = 0; i < arity; ++i) pattern.below.insert(skeleton_.child(p, symbol, i));
  }
  for (const auto& [p, value] : assumed.integers) mentioned.insert(p);
  for (const auto& [p, q] : assumed.same) mentioned.insert({p, q});
  std::map<PositionId, Cell> local;
  pattern.variables = &local;
  std::vector<Cell> inputs, terms;
  for (PositionId p : mentioned) {
    if (pattern.below.contains(p)) continue;
    inputs.push_back(term(p, known_, variables_));
    terms.push_back(term(p, assumed, local));
  }
  bool one = inputs.size() == 1;
  Cell args[3] = {one ? inputs[0] : store_.list(inputs), one ? terms[0] : store_.list(terms), 0};
  if (!goals.empty()) {
    args[2] = opposite(goals, &pattern);
    if (!args[2]) return false;
    goals_.push_back(store_.compound(store_.symbols().functor("unlike", 3), args));
  } else if (assumed.symbols.empty() && assumed.integers.empty() && inputs.size() == 2) {
    goals_.push_back(pair("dif", inputs[0], inputs[1]));
  } else {
    goals_.push_back(pair(local.empty() ? "dif" : "unlike", args[0], args[1]));
  }
  return true;
}

std::optional<ConstrainedCall> CallWriter::write(const Constraint& constraint) {
  known_ = {};
  variables_.clear();
  goals_.clear();
  for (const Literal& literal : constraint.holds) {
    if (!include(literal)) return {};
  }
  for (Cell& goal : goals_) {
    goal = resolve(goal, nullptr);
    if (!goal) return {};
  }
  for (const Literal& literal : constraint.excluded) {
    if (!exclude(literal)) return {};
  }
  ConstrainedCall call;
  for (PositionId root : skeleton_.roots()) call.inputs.push_back(term(root, known_, variables_));
  call.goals = goals_;
  for (const auto& [p, variable] : variables_) call.variables[variable] = p;
  return call;
}

}  // namespace cuttle::prolog
