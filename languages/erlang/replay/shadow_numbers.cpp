// SPDX-License-Identifier: Apache-2.0
// Numbers: views, merging, and comparisons of integers with floats.
#include <cmath>

#include "languages/erlang/replay/shadow.h"

namespace cuttle::erlang::replay {

namespace {

// Doubles hold all integers up to here.
const double exact_integers = 9007199254740992.0;

}  // namespace

Shadow::Number Shadow::as_number(Cell c) {
  c = resolve(c);
  Number n{no(), {}, no(), {}};
  switch (c.tag()) {
    case Tag::small:
    case Tag::big:
      n.is_int = yes();
      n.integer = ints_.constant(heap_.integer_of(c));
      return n;
    case Tag::integer:
      n.is_int = yes();
      n.integer = heap_.int_of(c);
      return n;
    case Tag::floating:
      n.is_real = yes();
      n.real = {skeleton_.floats().constant(heap_.float_of(c)),
                term::Floats::of_constant(heap_.float_of(c))};
      return n;
    case Tag::real:
      n.is_real = yes();
      n.real = heap_.real_of(c);
      return n;
    case Tag::position: {
      term::PositionId p = heap_.position_of(c);
      n.is_int = is_kind(c, mask_of(TermKind::integer));
      if (!pool_.is_false(n.is_int)) n.integer = int_at(p);
      n.is_real = is_kind(c, mask_of(TermKind::floating));
      if (!pool_.is_false(n.is_real))
        n.real = {skeleton_.floating(p), term::Floats::of_input(skeleton_.domain(p).float_bits())};
      return n;
    }
    case Tag::mux:
      break;
    default:
      return n;
  }
  for (const Alt& alt : shapes_of(c)) {
    Number part = as_number(alt.value);
    if (!pool_.is_false(part.is_int)) {
      n.integer =
          pool_.is_false(n.is_int) ? part.integer : ints_.choose(alt.when, part.integer, n.integer);
      n.is_int = pool_.or_(n.is_int, pool_.and_(alt.when, part.is_int));
    }
    if (!pool_.is_false(part.is_real)) {
      if (pool_.is_false(n.is_real)) {
        n.real = part.real;
      } else {
        n.real = {pool_.ite(alt.when, part.real.expr, n.real.expr),
                  {std::max(part.real.facts.most, n.real.facts.most),
                   std::min(part.real.facts.unit, n.real.facts.unit),
                   {}}};
      }
      n.is_real = pool_.or_(n.is_real, pool_.and_(alt.when, part.is_real));
    }
  }
  return n;
}

// Numbers of one kind become one number, booleans one condition.
Cell Shadow::merge_numbers(const std::vector<Alt>& alts) {
  ExprId truth = no();
  bool booleans = true, integers = true, reals = true;
  for (const Alt& alt : alts) {
    Tag tag = alt.value.tag();
    booleans = booleans && (alt.value == true_ || alt.value == false_ || tag == Tag::boolean);
    integers = integers && (tag == Tag::small || tag == Tag::big || tag == Tag::integer);
    reals = reals && (tag == Tag::floating || tag == Tag::real);
    if (booleans) truth = pool_.or_(truth, pool_.and_(alt.when, is_true_atom(alt.value)));
  }
  if (booleans) return boolean(truth);
  if (!integers && !reals) return {};
  Number all = as_number(alts.back().value);
  for (size_t i = alts.size() - 1; i-- > 0;) {
    Number part = as_number(alts[i].value);
    if (integers) {
      all.integer = ints_.choose(alts[i].when, part.integer, all.integer);
      if (!all.integer.expr) return {};
    } else {
      all.real = {pool_.ite(alts[i].when, part.real.expr, all.real.expr),
                  {std::max(part.real.facts.most, all.real.facts.most),
                   std::min(part.real.facts.unit, all.real.facts.unit),
                   {}}};
    }
  }
  return integers ? heap_.unknown(all.integer) : heap_.unknown(all.real);
}

Cell Shadow::mux(std::vector<Alt> alts) {
  std::vector<Alt> left;
  for (const Alt& alt : alts) {
    if (pool_.is_false(alt.when)) continue;
    if (pool_.is_true(alt.when)) return alt.value;
    bool merged = false;
    for (Alt& other : left) {
      if (other.value != alt.value) continue;
      other.when = pool_.or_(other.when, alt.when);
      merged = true;
    }
    if (!merged) left.push_back({alt.when, resolve(alt.value)});
  }
  if (left.empty()) return alts.empty() ? Cell::nil() : alts.front().value;
  if (left.size() == 1) return left[0].value;
  if (Cell one = merge_numbers(left); one.word != 0) return one;
  return heap_.mux(std::move(left));
}

// ---- comparisons ----

namespace {

// The largest double that is not above, and the least that is not below.
double round_down(const mpz_class& value) {
  double d = value.get_d();  // toward zero
  return cmp(mpq_class(d), mpq_class(value)) <= 0 ? d : std::nextafter(d, -INFINITY);
}

double round_up(const mpz_class& value) {
  return -round_down(-value);
}

bool beyond_doubles(const mpz_class& value) {
  return mpz_sizeinbase(value.get_mpz_t(), 2) > 1023;
}

}  // namespace

// a < b, or a =< b.
ExprId Shadow::int_less_real(const Int& a, const Real& b, bool or_equal) {
  term::Floats& floats = skeleton_.floats();
  if (a.is_constant()) {
    if (beyond_doubles(a.low)) return pool_.boolean(a.low < 0);
    double bound = or_equal ? round_up(a.low) : round_down(a.low);
    ExprId constant = floats.constant(bound);
    return or_equal ? floats.less_equal(constant, b.expr) : floats.less(constant, b.expr);
  }
  if (pool_.is_constant(b.expr)) {
    double d = pool_.value(b.expr).as_double();
    mpz_class floor_d(std::floor(d));
    bool whole = std::floor(d) == d;
    Int bound = ints_.constant(floor_d);
    if (!bound.expr) return pool_.boolean(d > 0);
    return whole && !or_equal ? ints_.less(a, bound) : ints_.less_equal(a, bound);
  }
  ExprId converted = floats.from_integer(a.expr);
  if (!converted) return {};
  auto compare = [&](ExprId x, ExprId y) {
    return or_equal ? floats.less_equal(x, y) : floats.less(x, y);
  };
  ExprId rounded = compare(converted, b.expr);
  mpz_class limit(exact_integers);
  if (a.low >= -limit && a.high <= limit) return rounded;
  if (b.facts.most < exact_integers) return rounded;
  ExprId whole = floats.to_integer(b.expr, RoundingMode::zero, b.facts.most);
  if (!whole) return rounded;
  Int bound = ints_.of(whole);
  ExprId exact = or_equal ? ints_.less_equal(a, bound) : ints_.less(a, bound);
  ExprId small = floats.less(pool_.unary(Op::f_abs, b.expr), floats.constant(exact_integers));
  return pool_.ite(small, rounded, exact);
}

ExprId Shadow::real_less_int(const Real& a, const Int& b, bool or_equal) {
  ExprId other = int_less_real(b, a, !or_equal);
  return other ? pool_.not_(other) : other;
}

ExprId Shadow::int_equals_real(const Int& a, const Real& b) {
  ExprId most = int_less_real(a, b, true), least = real_less_int(b, a, true);
  return most && least ? pool_.and_(most, least) : ExprId{};
}

ExprId Shadow::number_equal(const Number& a, const Number& b, bool exact) {
  ExprId some = no();
  auto either = [&](ExprId x, ExprId y, auto compare) {
    ExprId both = pool_.and_(x, y);
    if (!pool_.is_false(both) && some) {
      ExprId same = compare();
      some = same ? pool_.or_(some, pool_.and_(both, same)) : ExprId{};
    }
  };
  either(a.is_int, b.is_int, [&] { return ints_.equal(a.integer, b.integer); });
  either(a.is_real, b.is_real, [&] { return skeleton_.floats().equal(a.real.expr, b.real.expr); });
  if (exact) return some;
  either(a.is_int, b.is_real, [&] { return int_equals_real(a.integer, b.real); });
  either(a.is_real, b.is_int, [&] { return int_equals_real(b.integer, a.real); });
  return some;
}

ExprId Shadow::number_less(const Number& a, const Number& b) {
  ExprId some = no();
  auto either = [&](ExprId x, ExprId y, auto compare) {
    ExprId both = pool_.and_(x, y);
    if (!pool_.is_false(both) && some) {
      ExprId before = compare();
      some = before ? pool_.or_(some, pool_.and_(both, before)) : ExprId{};
    }
  };
  either(a.is_int, b.is_int, [&] { return ints_.less(a.integer, b.integer); });
  either(a.is_real, b.is_real, [&] { return skeleton_.floats().less(a.real.expr, b.real.expr); });
  either(a.is_int, b.is_real, [&] { return int_less_real(a.integer, b.real, false); });
  either(a.is_real, b.is_int, [&] { return real_less_int(a.real, b.integer, false); });
  return some;
}

}  // namespace cuttle::erlang::replay
