// SPDX-License-Identifier: Apache-2.0
// Arithmetic on unknown floats, and on unknown integers where the result is a float.
#include <cmath>
#include <limits>

#include "languages/prolog/builtins/number.h"

namespace cuttle::prolog {

namespace {

// Doubles hold all integers up to here.
constexpr double exact_integers = 9007199254740992.0;

// An argument as a double.
struct Real {
  ExprId expr;
  FloatFacts facts;
};

Real to_real(Machine& m, const Number& n) {
  Shadow& shadow = *m.shadow();
  Floats& floats = shadow.skeleton().floats();
  if (auto* f = std::get_if<SymbolicFloat>(&n)) return {f->expr, f->facts};
  Real real;
  if (auto* i = std::get_if<SymbolicInteger>(&n)) {
    real = {floats.from_integer(i->expr), Floats::of_integer(shadow.pool().sort(i->expr).width)};
  } else if (std::holds_alternative<mpq_class>(n)) {
    return {};  // 1r3+X stays a rational number
  } else if (double d = to_double(n); std::isfinite(d)) {
    real = {floats.constant(d), Floats::of_constant(d)};
  }
  real.facts.order = real.expr;
  return real;
}

Number plain(const Number& n) {
  if (auto* f = std::get_if<SymbolicFloat>(&n)) return f->value;
  return is_symbolic(n) ? normalised(to_big(n)) : n;
}

bool takes_integers_only(Fn fn) {
  switch (fn) {
    case Fn::int_divide:
    case Fn::modulus:
    case Fn::remainder:
    case Fn::floor_divide:
    case Fn::shift_left:
    case Fn::shift_right:
    case Fn::bit_and:
    case Fn::bit_or:
    case Fn::bit_xor:
    case Fn::gcd:
    case Fn::lcm:
    case Fn::bit_not:
    case Fn::succ:
    case Fn::msb:
      return true;
    default:
      return false;
  }
}

bool is_integral(const Number& n) {
  return is_integer(n) || is_symbolic_integer(n);
}

Followed not_an_integer(Machine& m, const Number& n) {
  m.type_error("integer", to_cell(m, n));
  return Followed::error;
}

// The larger or smaller of two numbers keeps its type, so it is a choice which one it is.
Followed choose_extreme(Machine& m, Fn fn, const Number& a, const Number& b, Number& out) {
  Real x = to_real(m, a), y = to_real(m, b);
  if (!x.expr || !y.expr) return Followed::not_followed;
  Floats& floats = m.shadow()->skeleton().floats();
  ExprId low = x.facts.order, high = y.facts.order;
  if (fn == Fn::maximum) std::swap(low, high);
  // Of 1 and 1.0 the float.
  ExprId wins = is_integral(a) ? floats.less(low, high) : floats.less_equal(low, high);
  out = m.shadow()->choose(wins) ? a : b;
  return Followed::yes;
}

// The integer that an expression is known to be, if any.
ExprId whole(Machine& m, ExprId e) {
  ExprPool& pool = m.shadow()->pool();
  if (pool.op(e) == cuttle::Op::f_from_signed) return pool.arg(e, 0);
  if (!pool.is_constant(e)) return {};
  double d = pool.value(e).as_double();
  if (std::fabs(d) > exact_integers || d != std::floor(d)) return {};
  return m.shadow()->skeleton().integers().constant(mpz_class(d));
}

ExprId combine_whole(Machine& m, Fn fn, ExprId a, ExprId b) {
  Integers& integers = m.shadow()->skeleton().integers();
  ExprId x = whole(m, a), y = whole(m, b), sum;
  if (!x || !y) return {};
  if (fn == Fn::add) sum = integers.add(x, y);
  if (fn == Fn::subtract) sum = integers.subtract(x, y);
  if (fn == Fn::multiply) sum = integers.multiply(x, y);
  return sum ? m.shadow()->skeleton().floats().from_integer(sum) : sum;
}

FloatFacts combine(Machine& m, Fn fn, cuttle::Op op, const FloatFacts& a, const FloatFacts& b) {
  FloatFacts out{a.most + b.most, std::min(a.unit, b.unit), {}};
  if (fn == Fn::multiply) out = {a.most * b.most, a.unit * b.unit, {}};
  // The smallest quotient that is not zero has 53 bits of its own.
  if (fn == Fn::divide) out = {a.most / b.unit, std::ldexp(a.unit / b.most, -54), {}};
  if (out.most < exact_integers) out.order = combine_whole(m, fn, a.order, b.order);
  if (!out.order) out.order = m.shadow()->pool().binary(op, a.order, b.order);
  return out;
}

// Too large numbers are errors: a choice, unless the sizes rule it out.
Followed finish(Machine& m, ExprId expr, FloatFacts facts, double value, Number& out) {
  Shadow& shadow = *m.shadow();
  if (!expr) return Followed::not_followed;
  constexpr double safe = 1e300;
  if (!(facts.most < safe)) {
    if (shadow.choose(shadow.pool().unary(cuttle::Op::f_is_inf, expr))) {
      m.evaluation_error("float_overflow");
      return Followed::error;
    }
    facts.most = std::numeric_limits<double>::max();
  }
  if (!(facts.unit > 1 / safe)) facts.unit = std::numeric_limits<double>::denorm_min();
  if (shadow.pool().is_constant(expr)) {
    out = value;
  } else {
    out = SymbolicFloat{expr, value, facts};
  }
  return Followed::yes;
}

}  // namespace

Followed apply_reals(Machine& m, Fn fn, const Number& a, const Number& b, Number& out) {
  if (takes_integers_only(fn)) {
    if (!is_integral(a)) return not_an_integer(m, a);
    if (!is_integral(b)) return not_an_integer(m, b);
    return Followed::not_followed;
  }
  if (fn == Fn::minimum || fn == Fn::maximum) return choose_extreme(m, fn, a, b, out);
  bool square = (fn == Fn::power || fn == Fn::int_power) && !is_symbolic(b) && to_double(b) == 2;
  if (square) return apply_reals(m, Fn::multiply, a, a, out);
  Real x = to_real(m, a), y = to_real(m, b);
  if (!x.expr || !y.expr) return Followed::not_followed;
  Shadow& shadow = *m.shadow();
  Floats& floats = shadow.skeleton().floats();
  cuttle::Op op;
  switch (fn) {
    case Fn::add:
      op = cuttle::Op::f_add;
      break;
    case Fn::subtract:
      op = cuttle::Op::f_sub;
      break;
    case Fn::multiply:
      op = cuttle::Op::f_mul;
      break;
    case Fn::divide:
      if (shadow.choose(floats.equal(y.facts.order, floats.constant(0)))) {
        bool undefined = shadow.choose(floats.equal(x.facts.order, floats.constant(0)));
        m.evaluation_error(undefined ? "undefined" : "zero_divisor");
        return Followed::error;
      }
      op = cuttle::Op::f_div;
      break;
    default:
      return Followed::not_followed;
  }
  ExprId expr = shadow.pool().binary(op, x.expr, y.expr);
  Number value;
  if (apply_binary(m, fn, plain(a), plain(b), value) != Status::ok) value = 0.0;
  return finish(m, expr, combine(m, fn, op, x.facts, y.facts), to_double(value), out);
}

namespace {

Followed round_to_integer(Machine& m, Fn fn, const SymbolicFloat& a, Number& out) {
  RoundingMode mode = fn == Fn::floor      ? RoundingMode::down
                      : fn == Fn::ceiling  ? RoundingMode::up
                      : fn == Fn::truncate ? RoundingMode::zero
                                           : RoundingMode::nearest_away;
  ExprId expr = m.shadow()->skeleton().floats().to_integer(a.facts.order, mode, a.facts.most);
  if (!expr) return Followed::not_followed;
  Number value;
  if (apply_unary(m, fn, a.value, value) != Status::ok) return Followed::error;
  out = SymbolicInteger{expr, to_big(value)};
  return Followed::yes;
}

// The expression of a function of one argument; none when it is not followed.
ExprId unary(Machine& m, Fn fn, ExprId x) {
  ExprPool& pool = m.shadow()->pool();
  Floats& floats = m.shadow()->skeleton().floats();
  ExprId zero = floats.constant(0);
  switch (fn) {
    case Fn::floating:
      return x;
    case Fn::sqrt:
      return pool.unary(cuttle::Op::f_sqrt, x);
    case Fn::negate:
      return pool.unary(cuttle::Op::f_neg, x);
    case Fn::absolute:
      return pool.unary(cuttle::Op::f_abs, x);
    case Fn::sign:
      return pool.ite(floats.less(zero, x), floats.constant(1),
                      pool.ite(floats.less(x, zero), floats.constant(-1), x));
    case Fn::float_integer_part:
      return floats.round(x, RoundingMode::zero);
    case Fn::float_fractional_part:
      return pool.binary(cuttle::Op::f_sub, x, floats.round(x, RoundingMode::zero));
    default:
      return {};
  }
}

}  // namespace

Followed apply_reals(Machine& m, Fn fn, const Number& a, Number& out) {
  if (takes_integers_only(fn) && !is_integral(a)) return not_an_integer(m, a);
  Real x = to_real(m, a);
  auto* unknown = std::get_if<SymbolicFloat>(&a);
  if (!x.expr || (!unknown && fn != Fn::floating && fn != Fn::sqrt)) return Followed::not_followed;
  FloatFacts facts = x.facts;
  switch (fn) {
    case Fn::plus:
    case Fn::eval:
      out = a;
      return Followed::yes;
    case Fn::integer:
    case Fn::truncate:
    case Fn::round:
    case Fn::ceiling:
    case Fn::floor:
      return round_to_integer(m, fn, *unknown, out);
    case Fn::sqrt: {
      Floats& floats = m.shadow()->skeleton().floats();
      if (m.shadow()->choose(floats.less(facts.order, floats.constant(0)))) {
        m.evaluation_error("undefined");
        return Followed::error;
      }
      facts = {std::sqrt(facts.most) + 1, std::ldexp(std::sqrt(facts.unit), -54), facts.order};
      break;
    }
    default:
      break;
  }
  ExprId expr = unary(m, fn, x.expr);
  if (!expr) return Followed::not_followed;
  if (fn == Fn::negate) {
    FloatFacts zero{0, 1, m.shadow()->skeleton().floats().constant(0)};
    facts.order = combine(m, Fn::subtract, cuttle::Op::f_sub, zero, facts).order;
  } else {
    facts.order = unary(m, fn, facts.order);
  }
  Number value;
  if (apply_unary(m, fn, plain(a), value) != Status::ok) return Followed::error;
  return finish(m, expr, facts, to_double(value), out);
}

bool choose_order(Machine& m, Relation relation, const Number& a, const Number& b, bool& holds) {
  Real x = to_real(m, a), y = to_real(m, b);
  if (!x.expr || !y.expr) return false;
  ExprId p = x.facts.order, q = y.facts.order;
  Floats& floats = m.shadow()->skeleton().floats();
  Shadow& shadow = *m.shadow();
  switch (relation) {
    case Relation::equal:
      holds = shadow.choose(floats.equal(p, q));
      break;
    case Relation::unequal:
      holds = !shadow.choose(floats.equal(p, q));
      break;
    case Relation::less:
      holds = shadow.choose(floats.less(p, q));
      break;
    case Relation::greater:
      holds = shadow.choose(floats.less(q, p));
      break;
    case Relation::less_equal:
      holds = shadow.choose(floats.less_equal(p, q));
      break;
    case Relation::greater_equal:
      holds = shadow.choose(floats.less_equal(q, p));
      break;
  }
  return true;
}

}  // namespace cuttle::prolog
