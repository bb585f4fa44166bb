// SPDX-License-Identifier: Apache-2.0
// Arithmetic on integers and floats.
#include <cmath>
#include <limits>

#include "languages/erlang/replay/model.h"

namespace cuttle::erlang::replay {

namespace {

using Number = Shadow::Number;

// Above this a product of floats may be too large.
constexpr double safe = 1e300;
const double exact_integers = 9007199254740992.0;

enum class Fn : uint8_t { add, subtract, multiply };

struct Floating {
  ExprId expr;
  term::FloatFacts facts;
};

// A number as a float. "None" when it is too large for an expression; what is beyond all floats is
// an error in Erlang, too.
Real to_real(Shadow& shadow, const Int& value) {
  term::Floats& floats = shadow.skeleton().floats();
  if (value.is_constant()) {
    if (mpz_sizeinbase(value.low.get_mpz_t(), 2) > 1023) return {};
    // As the machine does: to nearest, ties to even.
    mpf_class wide(value.low, 2048);
    double d = std::strtod(value.low.get_str().c_str(), nullptr);
    return {floats.constant(d), term::Floats::of_constant(d)};
  }
  ExprId converted = floats.from_integer(value.expr);
  double most = mpz_class(std::max<mpz_class>(abs(value.low), abs(value.high))).get_d();
  return {converted, {most, 1, {}}};
}

// A number for each kind of operands: a choice in bodies. Too large results are errors.
struct Result {
  Call& call;
  Cases cases = {};
  ExprId rest;  // what is left: an error
  bool too_large = false;

  explicit Result(Call& c) : call(c), rest(c.shadow.yes()) {}

  void add(ExprId when, Cell value) {
    if (call.pool().is_false(when)) return;
    cases.push_back({when, value});
    rest = call.pool().and_(rest, call.pool().not_(when));
  }
  void add_real(ExprId when, ExprId expr, term::FloatFacts facts) {
    ExprPool& pool = call.pool();
    if (pool.is_false(when)) return;
    if (!(facts.most < safe)) {
      ExprId bad = pool.or_(pool.unary(Op::f_is_inf, expr), pool.unary(Op::f_is_nan, expr));
      when = pool.and_(when, pool.not_(bad));
      facts.most = std::numeric_limits<double>::max();
    }
    if (!(facts.unit > 1 / safe)) facts.unit = std::numeric_limits<double>::denorm_min();
    if (pool.is_constant(expr)) {
      double d = pool.value(expr).as_double();
      if (std::isfinite(d)) add(when, call.heap().floating(d));
      return;
    }
    add(when, call.heap().unknown(Real{expr, facts}));
  }
  Cases take(const char* reason = "badarith") {
    if (!call.pool().is_false(rest)) cases.push_back({rest, call.heap().atom(reason), true});
    return std::move(cases);
  }
};

// What is too wide for expressions is computed on the values of this run.
Cases with_values(Call& call, Model model) {
  std::vector<Cell> args;
  for (Cell arg : call.args) args.push_back(call.shadow.concretise(arg, "a very large number"));
  Call again{call.shadow, args};
  return model(again);
}

bool is_wide(const Number& n) {
  return n.integer.is_constant() && !n.integer.expr;
}

// Both integers, and known: any size.
bool constants(Call& call) {
  for (Cell arg : call.args)
    if (!call.heap().is_integer(arg)) return false;
  return true;
}

Int integer_result(Ranged& ints, Fn fn, const Int& a, const Int& b) {
  switch (fn) {
    case Fn::add:
      return ints.add(a, b);
    case Fn::subtract:
      return ints.subtract(a, b);
    case Fn::multiply:
      break;
  }
  return ints.multiply(a, b);
}

Op float_op(Fn fn) {
  return fn == Fn::add ? Op::f_add : fn == Fn::subtract ? Op::f_sub : Op::f_mul;
}

term::FloatFacts combined(Fn fn, const term::FloatFacts& a, const term::FloatFacts& b) {
  if (fn == Fn::multiply) return {a.most * b.most, a.unit * b.unit, {}};
  return {a.most + b.most, std::min(a.unit, b.unit), {}};
}

template <Fn fn>
Cases binary(Call& call) {
  Shadow& shadow = call.shadow;
  ExprPool& pool = call.pool();
  if (constants(call)) {
    mpz_class a = call.heap().integer_of(call.arg(0)), b = call.heap().integer_of(call.arg(1));
    mpz_class sum = fn == Fn::add        ? mpz_class(a + b)
                    : fn == Fn::subtract ? mpz_class(a - b)
                                         : mpz_class(a * b);
    return call.value(call.heap().integer(sum));
  }
  Number a = shadow.as_number(call.arg(0)), b = shadow.as_number(call.arg(1));
  Result result(call);
  ExprId ints = pool.and_(a.is_int, b.is_int);
  if (!pool.is_false(ints)) {
    Int sum = integer_result(shadow.ints(), fn, a.integer, b.integer);
    if (!sum.expr) return with_values(call, binary<fn>);
    result.add(ints, call.heap().unknown(std::move(sum)));
  }
  // With a float both are floats.
  auto mixed = [&](ExprId when, const Real& x, const Real& y) {
    if (pool.is_false(when)) return true;
    if (!x.expr || !y.expr) return false;
    result.add_real(when, pool.binary(float_op(fn), x.expr, y.expr),
                    combined(fn, x.facts, y.facts));
    return true;
  };
  bool fine = mixed(pool.and_(a.is_real, b.is_real), a.real, b.real);
  if (!pool.is_false(pool.and_(a.is_int, b.is_real)))
    fine = fine && mixed(pool.and_(a.is_int, b.is_real), to_real(shadow, a.integer), b.real);
  if (!pool.is_false(pool.and_(a.is_real, b.is_int)))
    fine = fine && mixed(pool.and_(a.is_real, b.is_int), a.real, to_real(shadow, b.integer));
  if (!fine) {
    bool known = call.arg(0).is_ground() && call.arg(1).is_ground();
    return known ? call.error("badarith") : with_values(call, binary<fn>);
  }
  return result.take();
}

Cases plus(Call& call) {
  ExprId number = call.shadow.is_kind(call.arg(0), number_mask);
  return call.value_if(number, call.arg(0), "badarith");
}

Cases minus(Call& call) {
  // 0 - 0.0 is 0.0, -(0.0) is not: floats are negated.
  ExprPool& pool = call.pool();
  if (constants(call)) return call.value(call.heap().integer(-call.heap().integer_of(call.arg(0))));
  Number a = call.shadow.as_number(call.arg(0));
  Result result(call);
  if (!pool.is_false(a.is_int)) {
    Ranged& ints = call.shadow.ints();
    Int negated = ints.subtract(ints.constant(0), a.integer);
    if (!negated.expr) return with_values(call, minus);
    result.add(a.is_int, call.heap().unknown(std::move(negated)));
  }
  if (!pool.is_false(a.is_real))
    result.add_real(a.is_real, pool.unary(Op::f_neg, a.real.expr), a.real.facts);
  return result.take();
}

Cases absolute(Call& call) {
  ExprPool& pool = call.pool();
  if (constants(call)) {
    mpz_class a = call.heap().integer_of(call.arg(0));
    return call.value(call.heap().integer(abs(a)));
  }
  Number a = call.shadow.as_number(call.arg(0));
  Result result(call);
  if (!pool.is_false(a.is_int)) {
    Ranged& ints = call.shadow.ints();
    Int negated = ints.subtract(ints.constant(0), a.integer);
    if (!negated.expr) return with_values(call, absolute);
    Int size = ints.choose(ints.less(a.integer, ints.constant(0)), negated, a.integer);
    if (size.low < 0) size.low = 0;
    result.add(a.is_int, call.heap().unknown(std::move(size)));
  }
  if (!pool.is_false(a.is_real))
    result.add_real(a.is_real, pool.unary(Op::f_abs, a.real.expr), a.real.facts);
  return result.take("badarg");
}

template <bool remainder>
Cases divide(Call& call) {
  ExprPool& pool = call.pool();
  Ranged& ints = call.shadow.ints();
  if (constants(call)) {
    mpz_class a = call.heap().integer_of(call.arg(0)), b = call.heap().integer_of(call.arg(1));
    if (b == 0) return call.error("badarith");
    mpz_class result = remainder ? mpz_class(a % b) : mpz_class(a / b);
    return call.value(call.heap().integer(result));
  }
  Number a = call.shadow.as_number(call.arg(0)), b = call.shadow.as_number(call.arg(1));
  ExprId both = pool.and_(a.is_int, b.is_int);
  if (pool.is_false(both)) return call.error("badarith");
  if (is_wide(a) || is_wide(b)) return with_values(call, divide<remainder>);
  both = pool.and_(both, pool.not_(ints.equal(b.integer, ints.constant(0))));
  Int value =
      remainder ? ints.remainder(a.integer, b.integer) : ints.quotient(a.integer, b.integer);
  if (!value.expr) return with_values(call, divide<remainder>);
  Result result(call);
  result.add(both, call.heap().unknown(std::move(value)));
  return result.take();
}

// `/': always a float.
Cases fraction(Call& call) {
  Shadow& shadow = call.shadow;
  ExprPool& pool = call.pool();
  term::Floats& floats = shadow.skeleton().floats();
  Number a = shadow.as_number(call.arg(0)), b = shadow.as_number(call.arg(1));
  Result result(call);
  for (bool a_int : {false, true}) {
    for (bool b_int : {false, true}) {
      ExprId both = pool.and_(a_int ? a.is_int : a.is_real, b_int ? b.is_int : b.is_real);
      if (pool.is_false(both)) continue;
      Real x = a_int ? to_real(shadow, a.integer) : a.real;
      Real y = b_int ? to_real(shadow, b.integer) : b.real;
      if (!x.expr || !y.expr) {
        bool known = call.arg(0).is_ground() && call.arg(1).is_ground();
        return known ? call.error("badarith") : with_values(call, fraction);
      }
      both = pool.and_(both, pool.not_(floats.equal(y.expr, floats.constant(0))));
      result.add_real(
          both, pool.binary(Op::f_div, x.expr, y.expr),
          {x.facts.most / y.facts.unit, std::ldexp(x.facts.unit / y.facts.most, -54), {}});
    }
  }
  return result.take();
}

Cases to_float(Call& call) {
  ExprPool& pool = call.pool();
  Number a = call.shadow.as_number(call.arg(0));
  Result result(call);
  if (!pool.is_false(a.is_int)) {
    Real real = to_real(call.shadow, a.integer);
    if (!real.expr)
      return call.arg(0).is_ground() ? call.error("badarg") : with_values(call, to_float);
    result.add_real(a.is_int, real.expr, real.facts);
  }
  if (!pool.is_false(a.is_real)) result.add_real(a.is_real, a.real.expr, a.real.facts);
  return result.take("badarg");
}

double rounded(double d, RoundingMode mode) {
  switch (mode) {
    case RoundingMode::nearest_away:
      return std::round(d);
    case RoundingMode::up:
      return std::ceil(d);
    case RoundingMode::down:
      return std::floor(d);
    default:
      return std::trunc(d);
  }
}

template <RoundingMode mode>
Cases to_integer(Call& call) {
  ExprPool& pool = call.pool();
  if (call.arg(0).tag() == Tag::floating) {
    double d = rounded(call.heap().float_of(call.arg(0)), mode);
    return call.value(call.heap().integer(mpz_class(d)));
  }
  Number a = call.shadow.as_number(call.arg(0));
  Result result(call);
  if (!pool.is_false(a.is_int)) {
    if (is_wide(a)) return call.value(call.arg(0));
    result.add(a.is_int, call.heap().unknown(a.integer));
  }
  if (!pool.is_false(a.is_real)) {
    ExprId whole = call.shadow.skeleton().floats().to_integer(a.real.expr, mode, a.real.facts.most);
    if (!whole) return with_values(call, to_integer<mode>);
    result.add(a.is_real, call.heap().unknown(call.shadow.ints().of(whole)));
  }
  return result.take("badarg");
}

constexpr ModelRow rows[] = {
    {"erlang", "+", 2, binary<Fn::add>},
    {"erlang", "-", 2, binary<Fn::subtract>},
    {"erlang", "*", 2, binary<Fn::multiply>},
    {"erlang", "+", 1, plus},
    {"erlang", "-", 1, minus},
    {"erlang", "abs", 1, absolute},
    {"erlang", "div", 2, divide<false>},
    {"erlang", "rem", 2, divide<true>},
    {"erlang", "/", 2, fraction},
    {"erlang", "float", 1, to_float},
    {"erlang", "trunc", 1, to_integer<RoundingMode::zero>},
    {"erlang", "round", 1, to_integer<RoundingMode::nearest_away>},
    {"erlang", "floor", 1, to_integer<RoundingMode::down>},
    {"erlang", "ceil", 1, to_integer<RoundingMode::up>},
};

}  // namespace

std::span<const ModelRow> arithmetic_models() {
  return rows;
}

}  // namespace cuttle::erlang::replay
