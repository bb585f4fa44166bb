// SPDX-License-Identifier: Apache-2.0
// The part of Shadow that is about atoms and strings with unknown characters.
#include "languages/prolog/shadow/shadow.h"
#include "languages/prolog/term/utf8.h"

namespace cuttle::prolog {

Cell Shadow::text_cell(KindId kind, std::u32string_view text) {
  std::string utf8 = encode_utf8(text);
  if (kind == SymbolKind::string) return store_.string(utf8);
  return atom_cell(store_.symbols().atom(utf8));
}

Cell Shadow::make_text(Text text) {
  SymbolicValue value{Kind::text, 0, {}, 0, static_cast<uint32_t>(texts_.size())};
  texts_.push_back(std::move(text));
  values_.push_back(value);
  return make_cell(Tag::symbolic, values_.size() - 1);
}

bool Shadow::open_text(Cell symbolic, Text& out) {
  const SymbolicValue v = value(symbolic);
  if (v.kind == Kind::text) {
    out = texts_[v.text];
    return true;
  }
  if (v.kind != Kind::position) return false;
  PositionId p = v.position;
  const Domain& d = skeleton_.domain(p);
  if (int s = known_symbol(p); s >= 0 && !d.symbols()[static_cast<unsigned>(s)].is_any_text())
    return false;
  for (unsigned any : d.any_texts()) {
    KindId kind = d.symbols()[any].kind;
    auto has_text = [kind](const Symbol& s) { return s.kind == kind && !is_nil(s); };
    if (!choose_kind(symbolic, has_text)) continue;
    ExprId length = skeleton_.length_of_text(p, kind);
    auto n = static_cast<unsigned>(inputs().evaluate(length));
    choose_value(pool_.eq(length, pool_.bits(Skeleton::length_bits, n)), n);
    out.kind = kind;
    out.codes.clear();
    for (unsigned i = 0; i < n; ++i) out.codes.push_back(skeleton_.code_of_text(p, kind, n, i));
    return true;
  }
  return false;
}

// The text is fixed to what it is in this run; other texts are not tried.
void Shadow::pin_text(ExprId condition) {
  pin(condition, 1, "the text of an atom or string");
}

// A constant that no symbol of the value's domain is: maybe its text is.
void Shadow::require_known_text(Cell symbolic, Cell constant, Literal& out) {
  bool atom = tag_of(constant) == Tag::atom && constant != atom_cell(atoms::nil);
  bool string = tag_of(constant) == Tag::box && store_.box_kind(constant) == BoxKind::string;
  if (!atom && !string) {
    out.impossible = true;
    return;
  }
  KindId kind = atom ? SymbolKind::atom : SymbolKind::string;
  std::u32string text =
      decode_utf8(atom ? store_.symbols().text(atom_of(constant)) : store_.string_of(constant));
  const SymbolicValue v = value(symbolic);
  if (v.kind == Kind::position) {
    int any = skeleton_.domain(v.position).any_text(kind);
    if (any < 0 || !skeleton_.domain(v.position).admits_text(text)) {
      out.impossible = true;
      return;
    }
    out.conditions.push_back({{}, v.position, static_cast<unsigned>(any)});
    out.conditions.push_back({skeleton_.spells(v.position, text), 0, 0});
    return;
  }
  Text other{kind, {}};
  for (char32_t c : text) other.codes.push_back(skeleton_.integers().constant(c));
  if (v.kind == Kind::text) {
    require_text(symbolic, other, out);
  } else {
    out.impossible = true;
  }
}

void Shadow::require_text(Cell symbolic, const Text& text, Literal& out) {
  const SymbolicValue v = value(symbolic);
  Integers& integers = skeleton_.integers();
  auto same = [&](const std::vector<ExprId>& codes) {
    ExprId all = pool_.true_expr();
    for (size_t i = 0; i < codes.size(); ++i)
      all = pool_.and_(all, integers.equal(codes[i], text.codes[i]));
    return all;
  };
  if (v.kind == Kind::text && texts_[v.text].kind == text.kind &&
      texts_[v.text].codes.size() == text.codes.size()) {
    out.conditions.push_back({same(texts_[v.text].codes), 0, 0});
    return;
  }
  if (v.kind != Kind::position) {
    out.impossible = true;
    return;
  }
  // The text at a position: of some symbol, or an unknown one.
  PositionId p = v.position;
  const Domain& d = skeleton_.domain(p);
  ExprId some = pool_.false_expr();
  auto [first, last] = d.range(text.kind);
  auto n = static_cast<unsigned>(text.codes.size());
  for (unsigned s = first; s < last; ++s) {
    const Symbol& symbol = d.symbols()[s];
    std::vector<ExprId> codes;
    ExprId here = skeleton_.has_tag_value(p, s);
    if (symbol.is_any_text() && n >= d.texts().least && n <= d.texts().most) {
      for (unsigned i = 0; i < n; ++i) codes.push_back(skeleton_.unknown_code(p, i));
      here = pool_.and_(
          here, pool_.eq(skeleton_.unknown_length(p), pool_.bits(Skeleton::length_bits, n)));
    } else if (symbol.spelt && symbol.text.size() == n) {
      for (char32_t c : symbol.text) codes.push_back(integers.constant(c));
    } else {
      continue;
    }
    some = pool_.or_(some, pool_.and_(here, same(codes)));
  }
  if (pool_.is_false(some)) out.impossible = true;
  out.conditions.push_back({some, 0, 0});
}

}  // namespace cuttle::prolog
