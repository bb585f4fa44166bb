// SPDX-License-Identifier: Apache-2.0
// The part of Shadow that makes choices on cells.
#include <bit>

#include "languages/prolog/shadow/shadow.h"

namespace cuttle::prolog {

namespace {

// The identity of a value: itself when it is a machine word, otherwise a digest.
AlternativeId alternative_of(const mpz_class& value) {
  if (value.fits_slong_p()) return alternative_of_value(static_cast<uint64_t>(value.get_si()));
  uint64_t digest = 0xcbf29ce484222325ull;
  for (char digit : value.get_str(62))
    digest = (digest ^ static_cast<uint8_t>(digit)) * 0x100000001b3ull;
  return alternative_of_value(digest);
}

}  // namespace

Cell Shadow::expose(Cell symbolic) {
  const SymbolicValue v = value(symbolic);
  if (v.kind == Kind::integer) return symbolic;
  if (v.kind == Kind::floating) return concretise(symbolic, "the value of a float");
  if (v.kind == Kind::text) {
    for (ExprId code : std::vector<ExprId>(texts_[v.text].codes))
      pin_text(pool_.eq(code, pool_.bits(pool_.sort(code).width, inputs().evaluate(code))));
    return concrete(symbolic);
  }
  choose_symbol(v.position);
  if (v.kind == Kind::opaque) return v.concrete;
  if (skeleton_.symbol(v.position, inputs().symbol_at(v.position)).is_any_text())
    pin_text(skeleton_.spells(v.position, inputs().text_at(v.position)));
  int known = known_symbol(v.position);
  if (known == skeleton_.domain(v.position).integer()) return symbolic;
  if (known == skeleton_.domain(v.position).floating())
    return concretise(symbolic, "the value of a float");
  return concrete(symbolic);
}

bool Shadow::choose_kind(Cell symbolic, const std::function<bool(const Symbol&)>& test) {
  const SymbolicValue v = value(symbolic);
  if (v.kind == Kind::integer) return test(Symbol::integer(SymbolKind::integer));
  if (v.kind == Kind::floating) return test(Symbol::floating(SymbolKind::floating));
  if (v.kind == Kind::text) return test(Symbol::any_text(texts_[v.text].kind));
  if (v.kind == Kind::opaque) expose(symbolic);
  return choose_symbols(v.position, test);
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
  const AlternativeId taken = alternative_of(z);
  if (pool_.sort(e).width > few) {
    pin(condition, taken, why);
  } else {
    choose_value(condition, taken);
  }
  return c;
}

}  // namespace cuttle::prolog
