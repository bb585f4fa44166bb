// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/shadow/shadow.h"

#include "engine/support/check.h"

namespace cuttle::prolog {

Shadow::Shadow(Store& store, Skeleton& skeleton) : Choices(skeleton), store_(store) {}

void Shadow::begin(const Assignment& given, uint64_t max_choices) {
  Choices::begin(given, max_choices);
  values_.clear();
  texts_.clear();
  by_position_.clear();
}

Cell Shadow::input(PositionId p) {
  auto [it, fresh] = by_position_.try_emplace(p, values_.size());
  if (fresh) values_.push_back({Kind::position, p, {}, 0});
  return make_cell(Tag::symbolic, it->second);
}

// Backtracking may cut large ones off the heap: those are made anew on each look.
Cell Shadow::make_integer(ExprId expr, Cell concrete) {
  if (tag_of(concrete) != Tag::integer) concrete = 0;
  values_.push_back({Kind::integer, 0, expr, concrete});
  return make_cell(Tag::symbolic, values_.size() - 1);
}

Cell Shadow::make_float(ExprId expr, const FloatFacts& facts) {
  values_.push_back({Kind::floating, 0, expr, 0, 0, facts});
  return make_cell(Tag::symbolic, values_.size() - 1);
}

Cell Shadow::make_opaque(PositionId p, Cell concrete) {
  values_.push_back({Kind::opaque, p, {}, concrete});
  return make_cell(Tag::symbolic, values_.size() - 1);
}

// Compounds are built anew on each look: backtracking may have cut the heap back below the last
// copy. Their arguments are symbolic cells, so this is one level only.
Cell Shadow::concrete(Cell symbolic) {
  SymbolicValue v = value(symbolic);
  if (v.kind == Kind::text) {
    const Text text = texts_[v.text];
    std::u32string codes;
    for (ExprId code : text.codes) codes += static_cast<char32_t>(inputs().evaluate(code));
    return text_cell(text.kind, codes);
  }
  if (v.kind == Kind::floating) return store_.floating(inputs().evaluate_float(v.expr));
  if (v.concrete) return v.concrete;
  if (v.kind == Kind::integer) return store_.integer(inputs().integer(v.expr));
  if (v.kind != Kind::position) return v.concrete;
  unsigned s = inputs().symbol_at(v.position);
  const Symbol& symbol = skeleton_.symbol(v.position, s);
  switch (symbol.kind) {
    case SymbolKind::integer: {
      Cell c = store_.integer(inputs().integer_at(v.position));
      if (tag_of(c) == Tag::integer) values_[payload(symbolic)].concrete = c;
      return c;
    }
    case SymbolKind::floating:
      return store_.floating(inputs().float_at(v.position));
    case SymbolKind::compound: {
      uint64_t at = store_.allocate(symbol.arity() + 1);
      store_[at] = functor_cell(functor_of(symbol));
      for (unsigned i = 0; i < symbol.arity(); ++i)
        store_[at + 1 + i] = input(skeleton_.child(v.position, s, i));
      return compound_cell(at);
    }
    default:
      if (symbol.is_any_text()) return text_cell(symbol.kind, inputs().text_at(v.position));
      return values_[payload(symbolic)].concrete = symbol.id;
  }
}

Cell Shadow::concrete_term(Cell symbolic) {
  Cell c = concrete(symbolic);
  if (tag_of(c) != Tag::compound) return c;
  unsigned n = store_.symbols().arity(store_.functor_of(c));
  for (unsigned i = 0; i < n; ++i) {
    Cell arg = concrete_term(store_.arg(c, i));
    store_[payload(c) + 1 + i] = arg;
  }
  return c;
}

ExprId Shadow::integer_expr(Cell symbolic) {
  const SymbolicValue& v = value(symbolic);
  if (v.kind == Kind::integer) return v.expr;
  CUTTLE_CHECK(v.kind == Kind::position, "not an integer");
  return skeleton_.integer(v.position);
}

ExprId Shadow::float_expr(Cell symbolic) {
  const SymbolicValue& v = value(symbolic);
  if (v.kind == Kind::floating) return v.expr;
  CUTTLE_CHECK(v.kind == Kind::position, "not a float");
  return skeleton_.floating(v.position);
}

FloatFacts Shadow::float_facts(Cell symbolic) {
  const SymbolicValue& v = value(symbolic);
  if (v.kind == Kind::floating) return v.facts;
  FloatFacts facts = Floats::of_input(skeleton_.domain(v.position).float_bits());
  facts.order = float_expr(symbolic);
  return facts;
}

bool Shadow::is_float(Cell symbolic) {
  const SymbolicValue& v = value(symbolic);
  if (v.kind == Kind::floating) return true;
  if (v.kind != Kind::position || skeleton_.domain(v.position).floating() < 0) return false;
  return choose_kind(symbolic, [](const Symbol& s) { return s.kind == SymbolKind::floating; });
}

// The value is this float, bit by bit: 0.0 and -0.0 are two terms.
void Shadow::require_float(Cell symbolic, ExprId wanted, Literal& out) {
  const SymbolicValue v = value(symbolic);
  int s = v.kind == Kind::position ? skeleton_.domain(v.position).floating() : -1;
  if (v.kind != Kind::floating && s < 0) {
    out.impossible = true;
    return;
  }
  if (s >= 0) out.conditions.push_back({{}, v.position, static_cast<unsigned>(s)});
  out.conditions.push_back({pool_.eq(float_expr(symbolic), wanted), 0, 0});
}

void Shadow::require_constant(Cell symbolic, Cell constant, Literal& out) {
  const SymbolicValue v = value(symbolic);
  if (v.kind == Kind::opaque) {
    if (expose(symbolic) != constant) out.impossible = true;
    return;
  }
  if (v.kind == Kind::text) return require_known_text(symbolic, constant, out);
  if (tag_of(constant) == Tag::box && store_.box_kind(constant) == BoxKind::floating)
    return require_float(symbolic, skeleton_.floats().constant(store_.float_of(constant)), out);
  if (v.kind == Kind::floating) {
    out.impossible = true;
    return;
  }
  bool number = tag_of(constant) == Tag::integer ||
                (tag_of(constant) == Tag::box && store_.box_kind(constant) == BoxKind::big_integer);
  if (!number) {
    int s = v.kind == Kind::position ? find_constant(skeleton_.domain(v.position), store_, constant)
                                     : -1;
    if (s >= 0) {
      out.conditions.push_back({{}, v.position, static_cast<unsigned>(s)});
    } else {
      require_known_text(symbolic, constant, out);
    }
    return;
  }
  mpz_class z = tag_of(constant) == Tag::integer ? mpz_class(static_cast<long>(int_of(constant)))
                                                 : store_.big_of(constant);
  if (v.kind == Kind::position) {
    int s = skeleton_.domain(v.position).integer();
    if (s < 0) {
      out.impossible = true;
      return;
    }
    out.conditions.push_back({{}, v.position, static_cast<unsigned>(s)});
  }
  ExprId e = integer_expr(symbolic);
  ExprId c = skeleton_.integers().constant(z);
  if (!c || pool_.sort(c).width > pool_.sort(e).width) {
    out.impossible = true;
  } else {
    out.conditions.push_back({skeleton_.integers().equal(e, c), 0, 0});
  }
}

bool Shadow::require_functor(Cell symbolic, FunctorId f, Literal& out) {
  const SymbolicValue& v = value(symbolic);
  int s = v.kind == Kind::position ? find_functor(skeleton_.domain(v.position), f) : -1;
  if (s < 0) {
    out.impossible = true;
    return false;
  }
  out.conditions.push_back({{}, v.position, static_cast<unsigned>(s)});
  return true;
}

Cell Shadow::child(Cell symbolic, FunctorId f, unsigned i) {
  PositionId p = value(symbolic).position;
  auto s = static_cast<unsigned>(find_functor(skeleton_.domain(p), f));
  return input(skeleton_.child(p, s, i));
}

void Shadow::require_equal(Cell a, Cell b, Literal& out) {
  if (a == b) return;
  if (value(a).kind == Kind::opaque) return require_constant(b, expose(a), out);
  if (value(b).kind == Kind::opaque) return require_constant(a, expose(b), out);
  const SymbolicValue x = value(a), y = value(b);
  if (x.kind == Kind::text) return require_text(b, texts_[x.text], out);
  if (y.kind == Kind::text) return require_text(a, texts_[y.text], out);
  if (x.kind == Kind::floating) return require_float(b, x.expr, out);
  if (y.kind == Kind::floating) return require_float(a, y.expr, out);
  if (x.kind == Kind::position && y.kind == Kind::position) {
    out.conditions.push_back({skeleton_.equal(x.position, y.position), 0, 0});
    return;
  }
  for (const SymbolicValue& v : {x, y}) {
    if (v.kind != Kind::position) continue;
    int s = skeleton_.domain(v.position).integer();
    if (s < 0) {
      out.impossible = true;
      return;
    }
    out.conditions.push_back({{}, v.position, static_cast<unsigned>(s)});
  }
  out.conditions.push_back({skeleton_.integers().equal(integer_expr(a), integer_expr(b)), 0, 0});
}

}  // namespace cuttle::prolog
