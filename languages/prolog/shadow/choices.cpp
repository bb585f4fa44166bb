// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>

#include "languages/prolog/shadow/shadow.h"

namespace cuttle::prolog {

// ---- knowledge ----

Shadow::Known& Shadow::known(PositionId p) {
  Known& k = known_[p];
  if (k.excluded.empty()) {
    k.excluded.resize(skeleton_.domain(p).size());
    if (k.excluded.size() == 1) k.symbol = 0;
  }
  return k;
}

void Shadow::learn_symbol(PositionId p, unsigned symbol) {
  known(p).symbol = static_cast<int>(symbol);
}

void Shadow::learn_not(PositionId p, unsigned symbol) {
  Known& k = known(p);
  if (k.excluded[symbol]) return;
  k.excluded[symbol] = true;
  if (++k.excluded_count + 1 < k.excluded.size()) return;
  auto left = std::find(k.excluded.begin(), k.excluded.end(), false);
  if (left != k.excluded.end()) k.symbol = static_cast<int>(left - k.excluded.begin());
}

void Shadow::learn(const Condition& c) {
  if (c.expr) {
    decide(c.expr, true);
  } else {
    learn_symbol(c.position, c.symbol);
  }
}

void Shadow::decide(ExprId e, bool holds) {
  decided_[e] = holds;
  bounds_.learn(pool_, e, holds);
}

const bool* Shadow::decided(ExprId e) {
  if (auto it = decided_.find(e); it != decided_.end()) return &it->second;
  if (auto holds = bounds_.implied(pool_, e)) return &(decided_[e] = *holds);
  return nullptr;
}

void Shadow::reduce(Literal& literal) {
  auto settled = [this, &literal](const Condition& c) {
    if (literal.impossible) return true;
    if (c.expr) {
      if (pool_.is_false(c.expr)) literal.impossible = true;
      if (pool_.is_constant(c.expr)) return true;
      const bool* holds = decided(c.expr);
      if (!holds) return false;
      if (!*holds) literal.impossible = true;
      return true;
    }
    Known& k = known(c.position);
    bool excluded = k.symbol >= 0 ? k.symbol != static_cast<int>(c.symbol) : k.excluded[c.symbol];
    if (excluded) literal.impossible = true;
    return excluded || k.symbol >= 0;
  };
  std::erase_if(literal.conditions, settled);
}

bool Shadow::holds(const Condition& c) {
  return c.expr ? is_true(c.expr) : symbol_at(c.position) == c.symbol;
}

ExprId Shadow::expression(const Condition& c) {
  return c.expr ? c.expr : skeleton_.is_symbol(c.position, c.symbol);
}

ExprId Shadow::conjunction(const Literal& literal) {
  ExprId all = pool_.true_expr();
  for (const Condition& c : literal.conditions) all = pool_.and_(all, expression(c));
  return all;
}

// ---- recording ----

void Shadow::record(ExprId condition, AlternativeId taken, ChoiceKind kind, bool open) {
  touch(condition);
  if (pool_.is_constant(condition)) return;
  if (choices.size() >= max_choices_) {
    truncated = true;
    return;
  }
  Choice choice;
  choice.condition = condition;
  choice.site = site;
  choice.taken = taken;
  choice.kind = kind;
  choice.open = open;
  choice.others_begin = static_cast<uint32_t>(alternatives.size());
  choices.push_back(choice);
}

void Shadow::record_branch(ExprId condition, bool holds) {
  ExprId opposite = pool_.not_(condition);
  size_t before = choices.size();
  record(holds ? condition : opposite, holds ? 1 : 0, ChoiceKind::branch, false);
  if (choices.size() == before) return;
  choices.back().others_count = 1;
  alternatives.push_back({holds ? 0u : 1u, holds ? opposite : condition});
}

namespace {

// The identity of a set of clauses: its bits when there are few, otherwise a digest with the
// highest bit set. Two sets of one call have as many clauses, so bits and digests never meet.
AlternativeId set_id(const std::vector<bool>& set) {
  constexpr size_t most_bits = 63;
  uint64_t digest = 0x9E3779B97F4A7C15ull, bits = 0;
  for (size_t i = 0; i < set.size(); ++i) {
    if (!set[i]) continue;
    if (i < most_bits) bits |= uint64_t{1} << i;
    digest = (digest ^ (i + 1)) * 0xFF51AFD7ED558CCDull;
    digest ^= digest >> 29;
  }
  return set.size() <= most_bits ? bits : alternative_of_value(digest | uint64_t{1} << 63);
}

// The identity of a value: itself when it is a machine word, otherwise a digest.
AlternativeId alternative_of(const mpz_class& value) {
  if (value.fits_slong_p()) return alternative_of_value(static_cast<uint64_t>(value.get_si()));
  uint64_t digest = 0xcbf29ce484222325ull;
  for (char digit : value.get_str(62))
    digest = (digest ^ static_cast<uint8_t>(digit)) * 0x100000001b3ull;
  return alternative_of_value(digest);
}

}  // namespace

std::vector<bool> Shadow::choose_set(std::vector<Literal>& literals) {
  std::vector<bool> set(literals.size());
  bool constant = true;
  for (size_t i = 0; i < literals.size(); ++i) {
    Literal& literal = literals[i];
    reduce(literal);
    constant = constant && literal.is_constant();
    set[i] =
        !literal.impossible && std::all_of(literal.conditions.begin(), literal.conditions.end(),
                                           [this](const Condition& c) { return holds(c); });
  }
  if (constant) return set;
  // What matches comes first: it usually decides what cannot match.
  ExprId condition = pool_.true_expr();
  for (size_t i = 0; i < literals.size(); ++i) {
    if (!set[i]) continue;
    condition = pool_.and_(condition, conjunction(literals[i]));
    for (const Condition& c : literals[i].conditions) learn(c);
  }
  for (size_t i = 0; i < literals.size(); ++i) {
    Literal& literal = literals[i];
    if (set[i] || literal.impossible) continue;
    reduce(literal);
    if (literal.impossible) continue;
    ExprId match = conjunction(literal);
    condition = pool_.and_(condition, pool_.not_(match));
    if (literal.conditions.size() > 1) {
      decide(match, false);
    } else if (const Condition& c = literal.conditions[0]; c.expr) {
      decide(c.expr, false);
    } else {
      learn_not(c.position, c.symbol);
    }
  }
  record(condition, set_id(set), ChoiceKind::clause_set, true);
  return set;
}

bool Shadow::choose(Literal& literal) {
  reduce(literal);
  if (literal.is_constant()) return !literal.impossible;
  bool all = std::all_of(literal.conditions.begin(), literal.conditions.end(),
                         [this](const Condition& c) { return holds(c); });
  ExprId condition = conjunction(literal);
  if (const bool* holds = decided(condition)) return *holds;
  record_branch(condition, all);
  decide(condition, all);
  if (all) {
    for (const Condition& c : literal.conditions) learn(c);
  } else if (literal.conditions.size() == 1 && !literal.conditions[0].expr) {
    learn_not(literal.conditions[0].position, literal.conditions[0].symbol);
  }
  return all;
}

bool Shadow::choose(ExprId condition) {
  Literal literal;
  if (pool_.op(condition) == cuttle::Op::not_) {
    literal.conditions.push_back({pool_.arg(condition, 0), 0, 0});
    return !choose(literal);
  }
  literal.conditions.push_back({condition, 0, 0});
  return choose(literal);
}

Cell Shadow::expose(Cell symbolic) {
  const SymbolicValue v = value(symbolic);
  if (v.kind == Kind::integer) return symbolic;
  if (v.kind == Kind::floating) return concretise(symbolic, "the value of a float");
  if (v.kind == Kind::text) {
    for (ExprId code : std::vector<ExprId>(texts_[v.text].codes))
      pin_text(pool_.eq(code, pool_.bits(pool_.sort(code).width, evaluate(code))));
    return concrete(symbolic);
  }
  Known& k = known(v.position);
  if (k.symbol < 0) {
    unsigned s = symbol_at(v.position);
    record(skeleton_.is_symbol(v.position, s), s, ChoiceKind::pattern, true);
    learn_symbol(v.position, s);
  }
  if (v.kind == Kind::opaque) return v.concrete;
  if (skeleton_.domain(v.position).symbols()[symbol_at(v.position)].any_text)
    pin_text(skeleton_.spells(v.position, text_at(v.position)));
  if (known(v.position).symbol == skeleton_.domain(v.position).integer()) return symbolic;
  if (known(v.position).symbol == skeleton_.domain(v.position).floating())
    return concretise(symbolic, "the value of a float");
  return concrete(symbolic);
}

bool Shadow::choose_kind(Cell symbolic, const std::function<bool(const Symbol&)>& test) {
  const SymbolicValue v = value(symbolic);
  if (v.kind == Kind::integer) return test(Symbol{Symbol::Kind::integer, 0, 0, 0, {}, {}, false});
  if (v.kind == Kind::floating) return test(Symbol{Symbol::Kind::floating, 0, 0, 0, {}, {}, false});
  if (v.kind == Kind::text) return test(Symbol{texts_[v.text].kind, 0, 0, 0, {}, {}, true});
  if (v.kind == Kind::opaque) expose(symbolic);
  PositionId p = v.position;
  const Domain& d = skeleton_.domain(p);
  Known& k = known(p);
  if (k.symbol >= 0) return test(d.symbols()[static_cast<unsigned>(k.symbol)]);
  std::vector<bool> passes(d.size());
  bool some = false, all = true;
  for (unsigned s = 0; s < d.size(); ++s) {
    passes[s] = test(d.symbols()[s]);
    if (k.excluded[s]) continue;
    some = some || passes[s];
    all = all && passes[s];
  }
  if (some == all) return all;
  ExprId condition = pool_.false_expr();
  for (unsigned s = 0; s < d.size();) {
    unsigned end = s + 1;
    while (end < d.size() && passes[end] == passes[s]) ++end;
    if (passes[s]) condition = pool_.or_(condition, skeleton_.is_between(p, s, end));
    s = end;
  }
  bool result = passes[symbol_at(p)];
  record_branch(condition, result);
  for (unsigned s = 0; s < d.size(); ++s) {
    if (passes[s] != result) learn_not(p, s);
  }
  return result;
}

Cell Shadow::concretise(Cell symbolic, const std::string& why) {
  constexpr unsigned few = 10;  // bits: up to this many the values are enumerated
  Cell c = concrete(symbolic);
  if (tag_of(c) == Tag::box && store_.box_kind(c) == BoxKind::floating) {
    ExprId same = pool_.eq(float_expr(symbolic), skeleton_.floats().constant(store_.float_of(c)));
    pin(same, alternative_of_value(std::bit_cast<uint64_t>(store_.float_of(c))), why);
    return c;
  }
  ExprId e = integer_expr(symbolic);
  mpz_class z =
      tag_of(c) == Tag::integer ? mpz_class(static_cast<long>(int_of(c))) : store_.big_of(c);
  ExprId condition = skeleton_.integers().equal(e, skeleton_.integers().constant(z));
  if (pool_.is_constant(condition) || decided_.contains(condition)) return c;
  const AlternativeId taken = alternative_of(z);
  if (pool_.sort(e).width > few) {
    pin(condition, taken, why);
  } else {
    record(condition, taken, ChoiceKind::pattern, true);
    decide(condition, true);
  }
  return c;
}

// The rest of the run holds for this value only.
void Shadow::pin(ExprId condition, AlternativeId taken, const std::string& why) {
  if (pool_.is_constant(condition) || decided_.contains(condition)) return;
  size_t before = choices.size();
  record(condition, taken, ChoiceKind::concretise, true);
  if (choices.size() > before) choices.back().flippable = false;
  limitation(Reason::concretised, why);
  decide(condition, true);
}

void Shadow::limitation(Reason reason, const std::string& detail) {
  ++limitations[{reason, {site, detail}}];
}

}  // namespace cuttle::prolog
