// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/builtins/number.h"

#include <cmath>

namespace cuttle::prolog {

Number normalised(mpz_class value) {
  if (value.fits_slong_p()) return static_cast<int64_t>(value.get_si());
  return value;
}

Number normalised(mpq_class value) {
  if (value.get_den() == 1) return normalised(mpz_class(value.get_num()));
  return value;
}

mpz_class to_big(const Number& n) {
  if (auto* i = std::get_if<int64_t>(&n)) return mpz_class(static_cast<long>(*i));
  if (auto* s = std::get_if<SymbolicInteger>(&n)) return s->value;
  return std::get<mpz_class>(n);
}

mpq_class to_rational(const Number& n) {
  if (auto* q = std::get_if<mpq_class>(&n)) return *q;
  if (auto* d = std::get_if<double>(&n)) return mpq_class(*d);
  if (auto* f = std::get_if<SymbolicFloat>(&n)) return mpq_class(f->value);
  return mpq_class(to_big(n));
}

double to_double(const Number& n) {
  if (auto* d = std::get_if<double>(&n)) return *d;
  if (auto* f = std::get_if<SymbolicFloat>(&n)) return f->value;
  if (auto* i = std::get_if<int64_t>(&n)) return static_cast<double>(*i);
  if (auto* q = std::get_if<mpq_class>(&n)) return q->get_d();
  return to_big(n).get_d();
}

Cell to_cell(Machine& m, const Number& n) {
  Store& store = m.store();
  if (auto* i = std::get_if<int64_t>(&n)) return store.integer(*i);
  if (auto* z = std::get_if<mpz_class>(&n)) return store.integer(*z);
  if (auto* q = std::get_if<mpq_class>(&n)) return store.rational(*q);
  if (auto* d = std::get_if<double>(&n)) return store.floating(*d);
  if (auto* f = std::get_if<SymbolicFloat>(&n)) return m.shadow()->make_float(f->expr, f->facts);
  const auto& s = std::get<SymbolicInteger>(n);
  // Numbers that grow without end are not followed for ever. How large this run's value is must not
  // decide it: another run would make other choices.
  constexpr unsigned widest = 128;
  const Cell cell = m.shadow()->make_integer(s.expr, store.integer(s.value));
  if (m.shadow()->pool().sort(s.expr).width > widest)
    return m.shadow()->concretise(cell, "an integer of more than 128 bits");
  return cell;
}

bool to_number(const Store& store, Cell c, Number& out) {
  if (tag_of(c) == Tag::integer) {
    out = int_of(c);
    return true;
  }
  if (tag_of(c) != Tag::box) return false;
  switch (store.box_kind(c)) {
    case BoxKind::floating:
      out = store.float_of(c);
      return true;
    case BoxKind::big_integer:
      out = store.big_of(c);
      return true;
    case BoxKind::rational:
      out = store.rational_of(c);
      return true;
    default:
      return false;
  }
}

int compare_numbers(const Number& a, const Number& b) {
  if (auto* i = std::get_if<int64_t>(&a)) {
    if (auto* k = std::get_if<int64_t>(&b)) return *i < *k ? -1 : *i > *k;
  }
  if (is_float(a) || is_float(b)) {
    double x = to_double(a), y = to_double(b);
    if (std::isnan(x) || std::isnan(y)) return 2;
    return x < y ? -1 : x > y;  // as SWI-Prolog: large integers lose their last digits
  }
  int order = cmp(to_rational(a), to_rational(b));
  return order < 0 ? -1 : order > 0;
}

}  // namespace cuttle::prolog
