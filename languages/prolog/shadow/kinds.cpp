// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/shadow/kinds.h"

namespace cuttle::prolog {

int find_constant(const Domain& domain, const Store& store, Cell c) {
  if (tag_of(c) == Tag::atom) return domain.find(SymbolKind::atom, c);
  auto [first, last] = domain.range(SymbolKind::string);
  for (unsigned s = first; s < last; ++s) {
    const Symbol& symbol = domain.symbols()[s];
    if (!symbol.is_any_text() && store.box_equal(symbol.id, c)) return static_cast<int>(s);
  }
  return -1;
}

term::Order::Key StandardOrder::key(const Symbol& s) const {
  const Symbols& symbols = store_.symbols();
  switch (s.kind) {
    case SymbolKind::atom:
      return {2, is_nil(s) ? 0u : 1u, symbols.text(atom_of(s.id))};
    case SymbolKind::string:
      return {1, 0, std::string(store_.string_of(s.id))};
    case SymbolKind::compound:
      return {3, s.arity(), symbols.text(symbols.name(functor_of(s)))};
    default:
      return {};  // numbers
  }
}

}  // namespace cuttle::prolog
