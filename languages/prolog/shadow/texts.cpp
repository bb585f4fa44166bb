// SPDX-License-Identifier: Apache-2.0
// Atoms and strings whose text is unknown.
#include <algorithm>
#include <bit>

#include "languages/prolog/shadow/skeleton.h"

namespace cuttle::prolog {

ExprId Skeleton::unknown_length(PositionId p) {
  if (positions_[p].text_length) return positions_[p].text_length;
  const Domain& d = domain(p);
  unsigned range = d.most_text() - d.least_text();
  ExprId value = pool_.bits(1, 0);
  if (range > 0) {
    auto w = static_cast<unsigned>(std::bit_width(range));
    ExprId v = pool_.variable(positions_[p].name + ":length", Sort::bits(w), "integer");
    owners_[pool_.var_of(v)] = {p, Role::text_length};
    ExprId most = pool_.bits(w, range);
    value = pool_.ite(pool_.binary(cuttle::Op::bv_ule, v, most), v, most);
  }
  value = pool_.zext(value, 16);
  value = pool_.add(value, pool_.bits(16, d.least_text()));
  return positions_[p].text_length = value;
}

ExprId Skeleton::unknown_code(PositionId p, unsigned i) {
  while (positions_[p].characters.size() <= i) {
    size_t n = positions_[p].characters.size();
    std::string name = positions_[p].name + ":character" + std::to_string(n + 1);
    ExprId v = pool_.variable(name, Sort::bits(7), "integer");
    owners_[pool_.var_of(v)] = {p, Role::character};
    ExprId most = pool_.bits(7, last_character - first_character);
    v = pool_.ite(pool_.binary(cuttle::Op::bv_ule, v, most), v, most);
    // Eight bits hold the codes as signed numbers.
    positions_[p].characters.push_back(pool_.add(pool_.zext(v, 8), pool_.bits(8, first_character)));
  }
  return positions_[p].characters[i];
}

ExprId Skeleton::spells(PositionId p, std::u32string_view text) {
  if (!domain(p).admits_text(text)) return pool_.false_expr();
  ExprId all = pool_.eq(unknown_length(p), pool_.bits(16, text.size()));
  for (unsigned i = 0; i < text.size(); ++i)
    all = pool_.and_(all, pool_.eq(unknown_code(p, i), pool_.bits(8, text[i])));
  return all;
}

ExprId Skeleton::spells_some(PositionId p, Symbol::Kind kind, unsigned first, unsigned last) {
  ExprId some = pool_.false_expr();
  for (unsigned s = first; s < last; ++s) {
    const Symbol& symbol = domain(p).symbols()[s];
    if (symbol.kind != kind || symbol.any_text || symbol.constant == atom_cell(atoms::nil))
      continue;
    some = pool_.or_(some, spells(p, symbol.text));
  }
  return some;
}

ExprId Skeleton::length_of_text(PositionId p, Symbol::Kind kind) {
  ExprId length = unknown_length(p);
  auto [first, last] = domain(p).range(kind);
  for (unsigned s = first; s < last; ++s) {
    const Symbol& symbol = domain(p).symbols()[s];
    if (symbol.any_text) continue;
    length = pool_.ite(has_tag_value(p, s), pool_.bits(16, symbol.text.size()), length);
  }
  return length;
}

ExprId Skeleton::code_of_text(PositionId p, Symbol::Kind kind, unsigned length, unsigned i) {
  const Domain& d = domain(p);
  auto [first, last] = d.range(kind);
  bool unknown = length >= d.least_text() && length <= d.most_text();
  bool ascii = true;
  for (unsigned s = first; s < last; ++s)
    ascii = ascii && std::all_of(d.symbols()[s].text.begin(), d.symbols()[s].text.end(),
                                 [](char32_t c) { return c < 0x80; });
  unsigned width = ascii ? 8 : 22;
  ExprId code = unknown ? pool_.zext(unknown_code(p, i), width) : pool_.bits(width, ' ');
  for (unsigned s = first; s < last; ++s) {
    const Symbol& symbol = d.symbols()[s];
    if (symbol.any_text || symbol.text.size() != length) continue;
    code = pool_.ite(has_tag_value(p, s), pool_.bits(width, symbol.text[i]), code);
  }
  return code;
}

// Both hold unknown texts that are the same, or one of them spells a symbol that the other holds
// and that its own domain does not have.
ExprId Skeleton::equal_texts(PositionId p, PositionId q, Symbol::Kind kind) {
  int a = domain(p).any_text(kind), b = domain(q).any_text(kind);
  ExprId some = pool_.false_expr();
  if (a >= 0 && b >= 0) {
    ExprId same = pool_.eq(unknown_length(p), unknown_length(q));
    unsigned most = std::min(domain(p).most_text(), domain(q).most_text());
    for (unsigned i = 0; i < most; ++i) {
      ExprId ends = pool_.binary(cuttle::Op::bv_ule, unknown_length(p), pool_.bits(16, i));
      same = pool_.and_(same, pool_.or_(ends, pool_.eq(unknown_code(p, i), unknown_code(q, i))));
    }
    ExprId both = pool_.and_(has_tag_value(p, static_cast<unsigned>(a)),
                             has_tag_value(q, static_cast<unsigned>(b)));
    some = pool_.and_(both, same);
  }
  for (auto [x, y, any] : {std::tuple{p, q, b}, std::tuple{q, p, a}}) {
    if (any < 0) continue;
    auto [first, last] = domain(x).range(kind);
    for (unsigned s = first; s < last; ++s) {
      const Symbol& symbol = domain(x).symbols()[s];
      if (symbol.any_text || symbol.constant == atom_cell(atoms::nil)) continue;
      ExprId spelt =
          pool_.and_(has_tag_value(y, static_cast<unsigned>(any)), spells(y, symbol.text));
      some = pool_.or_(some, pool_.and_(has_tag_value(x, s), spelt));
    }
  }
  return some;
}

}  // namespace cuttle::prolog
