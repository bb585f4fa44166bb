// SPDX-License-Identifier: Apache-2.0
#include "engine/term/choices.h"

#include <algorithm>

namespace cuttle::term {

void Choices::begin(const Assignment& inputs, uint64_t max_choices) {
  choices.clear();
  alternatives.clear();
  limitations.clear();
  truncated = false;
  inputs_.begin(inputs);
  knowledge_.clear();
  max_choices_ = max_choices;
}

bool Choices::holds(const Condition& c) {
  return c.expr ? inputs_.is_true(c.expr) : inputs_.symbol_at(c.position) == c.symbol;
}

bool Choices::holds(const Literal& literal) {
  return !literal.impossible && std::all_of(literal.conditions.begin(), literal.conditions.end(),
                                            [this](const Condition& c) { return holds(c); });
}

ExprId Choices::conjunction(const Literal& literal) {
  ExprId all = pool_.true_expr();
  for (const Condition& c : literal.conditions)
    all = pool_.and_(all, c.expr ? c.expr : skeleton_.is_symbol(c.position, c.symbol));
  return all;
}

// ---- recording ----

void Choices::record(ExprId condition, AlternativeId taken, ChoiceKind kind, bool open) {
  inputs_.touch(condition);
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

void Choices::record_branch(ExprId condition, bool holds) {
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

}  // namespace

ExprId Choices::take_matching(const std::vector<Literal>& literals, const std::vector<bool>& set) {
  ExprId condition = pool_.true_expr();
  for (size_t i = 0; i < literals.size(); ++i) {
    if (!set[i]) continue;
    condition = pool_.and_(condition, conjunction(literals[i]));
    for (const Condition& c : literals[i].conditions) knowledge_.learn(c);
  }
  return condition;
}

void Choices::learn_mismatch(const Literal& literal, ExprId match) {
  if (literal.conditions.size() > 1) {
    knowledge_.decide(match, false);
  } else if (const Condition& c = literal.conditions[0]; c.expr) {
    knowledge_.decide(c.expr, false);
  } else {
    knowledge_.learn_not(c.position, c.symbol);
  }
}

std::vector<bool> Choices::choose_set(std::vector<Literal>& literals) {
  std::vector<bool> set(literals.size());
  bool constant = true;
  for (size_t i = 0; i < literals.size(); ++i) {
    knowledge_.reduce(literals[i]);
    constant = constant && literals[i].is_constant();
    set[i] = holds(literals[i]);
  }
  if (constant) return set;
  // What matches comes first: it usually decides what cannot match.
  ExprId condition = take_matching(literals, set);
  for (size_t i = 0; i < literals.size(); ++i) {
    Literal& literal = literals[i];
    if (set[i] || literal.impossible) continue;
    knowledge_.reduce(literal);
    if (literal.impossible) continue;
    ExprId match = conjunction(literal);
    condition = pool_.and_(condition, pool_.not_(match));
    learn_mismatch(literal, match);
  }
  record(condition, set_id(set), ChoiceKind::clause_set, true);
  return set;
}

bool Choices::choose(Literal& literal) {
  knowledge_.reduce(literal);
  if (literal.is_constant()) return !literal.impossible;
  bool all = holds(literal);
  ExprId condition = conjunction(literal);
  if (const bool* holds = knowledge_.decided(condition)) return *holds;
  record_branch(condition, all);
  knowledge_.decide(condition, all);
  if (all) {
    for (const Condition& c : literal.conditions) knowledge_.learn(c);
  } else if (literal.conditions.size() == 1 && !literal.conditions[0].expr) {
    knowledge_.learn_not(literal.conditions[0].position, literal.conditions[0].symbol);
  }
  return all;
}

bool Choices::choose(ExprId condition) {
  Literal literal;
  if (pool_.op(condition) == Op::not_) {
    literal.conditions.push_back({pool_.arg(condition, 0), 0, 0});
    return !choose(literal);
  }
  literal.conditions.push_back({condition, 0, 0});
  return choose(literal);
}

unsigned Choices::choose_symbol(PositionId p) {
  if (int known = known_symbol(p); known >= 0) return static_cast<unsigned>(known);
  unsigned s = inputs_.symbol_at(p);
  record(skeleton_.is_symbol(p, s), s, ChoiceKind::pattern, true);
  knowledge_.learn_symbol(p, s);
  return s;
}

bool Choices::choose_symbols(PositionId p, const std::function<bool(const Symbol&)>& test) {
  const Domain& d = skeleton_.domain(p);
  if (int known = known_symbol(p); known >= 0)
    return test(d.symbols()[static_cast<unsigned>(known)]);
  std::vector<bool> passes(d.size());
  bool some = false, all = true;
  for (unsigned s = 0; s < d.size(); ++s) {
    passes[s] = test(d.symbols()[s]);
    if (knowledge_.is_excluded(p, s)) continue;
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
  bool result = passes[inputs_.symbol_at(p)];
  record_branch(condition, result);
  for (unsigned s = 0; s < d.size(); ++s) {
    if (passes[s] != result) knowledge_.learn_not(p, s);
  }
  return result;
}

void Choices::choose_one(std::span<const ExprId> conditions, unsigned taken) {
  const size_t before = choices.size();
  record(conditions[taken], taken, ChoiceKind::pattern, false);
  if (choices.size() == before) return;
  for (unsigned i = 0; i < conditions.size(); ++i) {
    if (i == taken || pool_.is_false(conditions[i])) continue;
    alternatives.push_back({i, conditions[i]});
    ++choices.back().others_count;
  }
  knowledge_.decide(conditions[taken], true);
}

void Choices::choose_value(ExprId condition, AlternativeId taken) {
  if (pool_.is_constant(condition) || knowledge_.was_decided(condition)) return;
  record(condition, taken, ChoiceKind::pattern, true);
  knowledge_.decide(condition, true);
}

// The rest of the run holds for this value only.
void Choices::pin(ExprId condition, AlternativeId taken, const std::string& why) {
  if (pool_.is_constant(condition) || knowledge_.was_decided(condition)) return;
  size_t before = choices.size();
  record(condition, taken, ChoiceKind::concretise, true);
  if (choices.size() > before) choices.back().flippable = false;
  limitation(Reason::concretised, why);
  knowledge_.decide(condition, true);
}

void Choices::limitation(Reason reason, const std::string& detail) {
  ++limitations[{reason, {site, detail}}];
}

}  // namespace cuttle::term
