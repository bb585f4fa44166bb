// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <compare>
#include <deque>
#include <functional>
#include <map>

#include "engine/term/inputs.h"
#include "engine/term/order.h"

namespace cuttle::term {

// A small language for tests, ordered as terms of functional languages are: numbers, atoms, tuples,
// the empty list, cells of lists, binaries.
struct Toy {
  enum : KindId { integer, floating, atom, tuple, nil, cell, binary };

  static Symbol named(uint64_t id, std::u32string text) {
    Symbol symbol = Symbol::constant(atom, id);
    symbol.text = std::move(text);
    symbol.spelt = true;
    return symbol;
  }
};

// A concrete term, compared without any expression.
struct Term {
  KindId kind = 0;
  uint64_t id = 0;
  mpz_class integer = 0;
  double floating = 0;
  std::u32string text = {};
  std::vector<Term> args = {};

  bool is_number() const { return kind == Toy::integer || kind == Toy::floating; }
  double number() const { return kind == Toy::integer ? integer.get_d() : floating; }
  friend bool operator==(const Term&, const Term&) = default;
};

// An unknown text that spells a constant is that constant, in whatever domain.
inline Term term_at(Skeleton& skeleton, Inputs& inputs, PositionId p,
                    const std::map<std::u32string, uint64_t>& names = {}) {
  unsigned s = inputs.symbol_at(p);
  const Symbol symbol = skeleton.symbol(p, s);
  Term term{symbol.kind, symbol.id};
  if (symbol.content == Content::integer) term.integer = inputs.integer_at(p);
  if (symbol.content == Content::floating) term.floating = inputs.float_at(p);
  if (symbol.is_any_text()) {
    term.text = inputs.text_at(p);
    if (auto known = names.find(term.text); known != names.end())
      term = {symbol.kind, known->second};
  }
  for (unsigned i = 0; i < symbol.arity(); ++i)
    term.args.push_back(term_at(skeleton, inputs, skeleton.child(p, s, i), names));
  return term;
}

// Negative, zero or positive, as functional languages compare; atoms by their id.
inline int compare(const Term& a, const Term& b) {
  auto sign = [](auto x, auto y) { return x < y ? -1 : x > y ? 1 : 0; };
  if (a.is_number() && b.is_number()) return sign(a.number(), b.number());
  if (a.is_number() != b.is_number()) return a.is_number() ? -1 : 1;
  if (a.kind != b.kind) return sign(a.kind, b.kind);
  if (a.args.size() != b.args.size()) return sign(a.args.size(), b.args.size());
  if (a.args.empty()) return sign(a.id, b.id);
  for (size_t i = 0; i < a.args.size(); ++i) {
    if (int order = compare(a.args[i], b.args[i])) return order;
  }
  return 0;
}

class ToyOrder : public Order {
 public:
  Key key(const Symbol& s) const override {
    if (s.content == Content::integer || s.content == Content::floating) return {};
    return {s.kind, s.arity(), s.arity() ? "" : std::string(1, static_cast<char>('a' + s.id))};
  }
  bool floats_first() const override { return false; }
};

// Calls `body` for all values of these variables; they have few bits.
inline void for_all(const ExprPool& pool, std::vector<VarId> variables, Assignment& inputs,
                    const std::function<void()>& body) {
  if (variables.empty()) return body();
  VarId v = variables.back();
  variables.pop_back();
  Sort sort = pool.variable_info(v).sort;
  for (uint64_t bits = 0; bits < uint64_t{1} << sort.width; ++bits) {
    inputs.set(v, Value::bits(sort.width, bits));
    for_all(pool, variables, inputs, body);
  }
}

}  // namespace cuttle::term
