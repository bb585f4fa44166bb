// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/term/symbols.h"

namespace cuttle::prolog {

namespace {
#define CUTTLE_PROLOG_TEXT(id, text) text,
constexpr const char* known_texts[] = {CUTTLE_PROLOG_ATOMS(CUTTLE_PROLOG_TEXT)};
#undef CUTTLE_PROLOG_TEXT
}  // namespace

Symbols::Symbols() {
  storage_.emplace_back("[]");  // nil: not reachable by its text
  texts_.push_back(&storage_.back());
  for (AtomId a = 1; a < atoms::known_count; ++a) atom(known_texts[a]);
  list = functor(atoms::list, 2);
  comma = functor(atoms::comma, 2);
  semicolon = functor(atoms::semicolon, 2);
  arrow = functor(atoms::arrow, 2);
  soft_arrow = functor(atoms::soft_arrow, 2);
  not_provable = functor(atoms::not_provable, 1);
  colon = functor(atoms::colon, 2);
  neck = functor(atoms::neck, 2);
  curly = functor(atoms::curly, 1);
  minus2 = functor(atoms::minus, 2);
  plus2 = functor(atoms::plus, 2);
  star2 = functor(atoms::star, 2);
  slash2 = functor(atoms::slash, 2);
  equals = functor(atoms::equals, 2);
  caret = functor(atoms::caret, 2);
  error2 = functor(atoms::error, 2);
  att3 = functor(atoms::att, 3);
  dollar_var1 = functor(atoms::dollar_var, 1);
}

AtomId Symbols::atom(std::string_view text) {
  if (auto it = by_text_.find(text); it != by_text_.end()) return it->second;
  storage_.emplace_back(text);
  auto id = static_cast<AtomId>(texts_.size());
  texts_.push_back(&storage_.back());
  by_text_.emplace(storage_.back(), id);
  return id;
}

FunctorId Symbols::functor(AtomId name, unsigned arity) {
  uint64_t key = uint64_t{name} << 32 | arity;
  auto [it, fresh] = by_functor_.try_emplace(key, static_cast<FunctorId>(functors_.size()));
  if (fresh) functors_.push_back({name, arity});
  return it->second;
}

}  // namespace cuttle::prolog
