// SPDX-License-Identifier: Apache-2.0
#include "engine/term/inputs.h"

#include <bit>

namespace cuttle::term {

void Inputs::begin(const Assignment& given) {
  values_ = given;
  evaluator_ = std::make_unique<Evaluator>(pool_, values_);
}

void Inputs::touch(ExprId e) {
  for (VarId v : pool_.variables_of(e)) {
    if (values_.has(v)) continue;
    if (const Skeleton::Owner* owner = skeleton_.owner(v)) values_.set(v, default_value(*owner));
  }
}

Value Inputs::default_value(const Skeleton::Owner& owner) const {
  PositionId p = owner.position;
  const Domain& d = skeleton_.domain(p);
  const TextRange& texts = d.texts();
  auto it = defaults_.find(p);
  const Default* given = it == defaults_.end() ? nullptr : &it->second;
  switch (owner.role) {
    case Skeleton::Role::integer:
      return skeleton_.encode_integer(p, given ? given->integer : mpz_class(d.first_integer()));
    case Skeleton::Role::floating:
      return Value::float64(given ? given->floating : Default{}.floating);
    case Skeleton::Role::text_length:
      return Value::bits(static_cast<unsigned>(std::bit_width(texts.most - texts.least)),
                         texts.least == 0 ? 1 : 0);
    case Skeleton::Role::character:
      return Value::bits(texts.character_bits(),
                         texts.first <= U'a' && U'a' <= texts.last ? U'a' - texts.first : 0);
    case Skeleton::Role::tag:
      break;
  }
  return Value::bits(d.width(), given ? given->symbol : d.initial());
}

bool Inputs::is_true(ExprId e) {
  touch(e);
  return evaluator_->is_true(e);
}

uint64_t Inputs::evaluate(ExprId e) {
  touch(e);
  return evaluator_->evaluate(e).low64();
}

double Inputs::evaluate_float(ExprId e) {
  touch(e);
  return evaluator_->evaluate(e).as_double();
}

unsigned Inputs::symbol_at(PositionId p) {
  const Domain& d = skeleton_.domain(p);
  if (d.width() == 0) return 0;
  ExprId tag = skeleton_.tag(p);
  touch(tag);
  unsigned s = d.decode(values_.get(pool_.var_of(tag))->low64());
  if (!d.symbols()[s].is_any_text()) return s;
  std::u32string text = text_at(p);
  auto [first, last] = d.range(d.symbols()[s].kind);
  for (unsigned k = first; k < last; ++k) {
    if (d.symbols()[k].spelt && d.symbols()[k].text == text) return k;
  }
  return s;
}

mpz_class Inputs::integer(ExprId e) {
  touch(e);
  return evaluator_->evaluate(e).as_signed();
}

mpz_class Inputs::integer_at(PositionId p) {
  return integer(skeleton_.integer(p));
}

double Inputs::float_at(PositionId p) {
  return evaluate_float(skeleton_.floating(p));
}

std::u32string Inputs::text_at(PositionId p) {
  std::u32string text;
  uint64_t length = evaluate(skeleton_.unknown_length(p));
  for (unsigned i = 0; i < length; ++i)
    text += static_cast<char32_t>(evaluate(skeleton_.unknown_code(p, i)));
  return text;
}

}  // namespace cuttle::term
