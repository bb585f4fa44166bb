// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/term/literal.h"
#include "engine/term/order.h"
#include "languages/prolog/term/store.h"

namespace cuttle::prolog {

using term::Condition;
using term::Domain;
using term::FloatFacts;
using term::Floats;
using term::Integers;
using term::KindId;
using term::Literal;
using term::PositionId;
using term::Skeleton;
using term::Symbol;

// The kinds of Prolog's ground terms, in the order of their tags. The id of an atom or a string is
// its cell, that of a compound its functor.
struct SymbolKind {
  enum : KindId { atom, integer, floating, string, compound };
};

// The characters of unknown texts.
constexpr char32_t first_character = ' ', last_character = '~';

inline Symbol atom_symbol(AtomId a) {
  return Symbol::constant(SymbolKind::atom, atom_cell(a));
}
inline bool is_nil(const Symbol& s) {
  return s.kind == SymbolKind::atom && !s.is_any_text() && s.id == atom_cell(atoms::nil);
}
inline FunctorId functor_of(const Symbol& s) {
  return static_cast<FunctorId>(s.id);
}

// Index of a symbol in the domain, or -1.
int find_constant(const Domain& domain, const Store& store, Cell c);  // an atom or a box
inline int find_functor(const Domain& domain, FunctorId f) {
  return domain.find(SymbolKind::compound, f);
}

// The standard order of terms.
class StandardOrder : public term::Order {
 public:
  explicit StandardOrder(const Store& store) : store_(store) {}
  Key key(const Symbol& symbol) const override;
  bool floats_first() const override { return true; }

 private:
  const Store& store_;
};

}  // namespace cuttle::prolog
