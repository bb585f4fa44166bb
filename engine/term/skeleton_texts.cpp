// SPDX-License-Identifier: Apache-2.0
// The part of Skeleton that is about unknown texts.
#include <algorithm>
#include <bit>
#include <tuple>

#include "engine/term/skeleton.h"

namespace cuttle::term {

namespace {

constexpr unsigned widest_code = 22;  // bits of any character, signed

}  // namespace

ExprId Skeleton::unknown_length(PositionId p) {
  if (positions_[p].text_length) return positions_[p].text_length;
  const TextRange& texts = domain(p).texts();
  unsigned range = texts.most - texts.least;
  ExprId value = pool_.bits(1, 0);
  if (range > 0) {
    auto w = static_cast<unsigned>(std::bit_width(range));
    ExprId v = pool_.variable(positions_[p].name + ":length", Sort::bits(w), "integer");
    owners_[pool_.var_of(v)] = {p, Role::text_length};
    ExprId most = pool_.bits(w, range);
    value = pool_.ite(pool_.binary(Op::bv_ule, v, most), v, most);
  }
  value = pool_.zext(value, length_bits);
  value = pool_.add(value, pool_.bits(length_bits, texts.least));
  return positions_[p].text_length = value;
}

ExprId Skeleton::unknown_code(PositionId p, unsigned i) {
  const TextRange& texts = domain(p).texts();
  unsigned w = texts.character_bits(), code = texts.code_bits();
  while (positions_[p].characters.size() <= i) {
    size_t n = positions_[p].characters.size();
    std::string name = positions_[p].name + ":character" + std::to_string(n + 1);
    ExprId v = pool_.variable(name, Sort::bits(w), "integer");
    owners_[pool_.var_of(v)] = {p, Role::character};
    // Codes from zero are the characters themselves: printable ones are easier to read.
    if (texts.first == 0) pool_.set_role(pool_.var_of(v), InputRole::character);
    ExprId most = pool_.bits(w, texts.last - texts.first);
    v = pool_.ite(pool_.binary(Op::bv_ule, v, most), v, most);
    positions_[p].characters.push_back(
        pool_.add(pool_.zext(v, code), pool_.bits(code, texts.first)));
  }
  return positions_[p].characters[i];
}

ExprId Skeleton::spells(PositionId p, std::u32string_view text) {
  if (!domain(p).admits_text(text)) return pool_.false_expr();
  unsigned code = domain(p).texts().code_bits();
  ExprId all = pool_.eq(unknown_length(p), pool_.bits(length_bits, text.size()));
  for (unsigned i = 0; i < text.size(); ++i)
    all = pool_.and_(all, pool_.eq(unknown_code(p, i), pool_.bits(code, text[i])));
  return all;
}

// Some symbol of [first, last), which are of one kind.
ExprId Skeleton::spells_some(PositionId p, unsigned first, unsigned last) {
  ExprId some = pool_.false_expr();
  for (unsigned s = first; s < last; ++s) {
    if (symbol(p, s).spelt) some = pool_.or_(some, spells(p, symbol(p, s).text));
  }
  return some;
}

ExprId Skeleton::length_of_text(PositionId p, KindId kind) {
  ExprId length = unknown_length(p);
  auto [first, last] = domain(p).range(kind);
  for (unsigned s = first; s < last; ++s) {
    if (symbol(p, s).is_any_text()) continue;
    ExprId known = pool_.bits(length_bits, symbol(p, s).text.size());
    length = pool_.ite(has_tag_value(p, s), known, length);
  }
  return length;
}

ExprId Skeleton::code_of_text(PositionId p, KindId kind, unsigned length, unsigned i) {
  const Domain& d = domain(p);
  const TextRange& texts = d.texts();
  auto [first, last] = d.range(kind);
  bool unknown = length >= texts.least && length <= texts.most;
  unsigned width = texts.code_bits();
  for (unsigned s = first; s < last; ++s) {
    const std::u32string& text = d.symbols()[s].text;
    bool fits = std::all_of(text.begin(), text.end(), [&](char32_t c) {
      return static_cast<unsigned>(std::bit_width(uint32_t{c})) < texts.code_bits();
    });
    if (!fits) width = widest_code;
  }
  ExprId code = unknown ? pool_.zext(unknown_code(p, i), width) : pool_.bits(width, texts.first);
  for (unsigned s = first; s < last; ++s) {
    const Symbol& symbol = d.symbols()[s];
    if (symbol.is_any_text() || symbol.text.size() != length) continue;
    code = pool_.ite(has_tag_value(p, s), pool_.bits(width, symbol.text[i]), code);
  }
  return code;
}

// Both hold unknown texts that are the same, or one of them spells a symbol that the other holds
// and that its own domain does not have.
ExprId Skeleton::equal_texts(PositionId p, PositionId q, KindId kind) {
  int a = domain(p).any_text(kind), b = domain(q).any_text(kind);
  ExprId some = pool_.false_expr();
  if (a >= 0 && b >= 0) {
    ExprId same = pool_.eq(unknown_length(p), unknown_length(q));
    unsigned most = std::min(domain(p).texts().most, domain(q).texts().most);
    for (unsigned i = 0; i < most; ++i) {
      ExprId ends = pool_.binary(Op::bv_ule, unknown_length(p), pool_.bits(length_bits, i));
      ExprId codes = integers_.equal(unknown_code(p, i), unknown_code(q, i));
      same = pool_.and_(same, pool_.or_(ends, codes));
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
      if (!symbol.spelt) continue;
      ExprId spelt =
          pool_.and_(has_tag_value(y, static_cast<unsigned>(any)), spells(y, symbol.text));
      some = pool_.or_(some, pool_.and_(has_tag_value(x, s), spelt));
    }
  }
  return some;
}

}  // namespace cuttle::term
