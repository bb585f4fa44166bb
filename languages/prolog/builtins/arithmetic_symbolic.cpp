// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/builtins/number.h"

namespace cuttle::prolog {

namespace {

ExprId expression(Integers& integers, const Number& n) {
  if (auto* s = std::get_if<SymbolicInteger>(&n)) return s->expr;
  return integers.constant(to_big(n));
}

bool is_division(Fn fn) {
  return fn == Fn::int_divide || fn == Fn::modulus || fn == Fn::remainder ||
         fn == Fn::floor_divide || fn == Fn::divide || fn == Fn::rdiv;
}

// By how much an unknown number is shifted, or which of its powers: each value is a path.
bool needs_known(Fn fn, const Number& a) {
  if (fn == Fn::shift_left || fn == Fn::shift_right) return true;
  bool power = fn == Fn::power || fn == Fn::int_power;
  return power && (is_symbolic(a) || abs(to_big(a)) < 2);
}

// Small amounts are told apart, others are fixed.
Number known_amount(Machine& m, const Number& n, int most) {
  Shadow& shadow = *m.shadow();
  Integers& integers = shadow.skeleton().integers();
  for (int k = 0; k <= most; ++k) {
    if (shadow.choose(integers.equal(std::get<SymbolicInteger>(n).expr, integers.constant(k))))
      return int64_t{k};
  }
  Number known;
  to_number(m.store(), shadow.concretise(to_cell(m, n), "how far to shift, or which power"), known);
  return known;
}

ExprId combine(Integers& i, Fn fn, ExprId a, ExprId b) {
  switch (fn) {
    case Fn::add:
      return i.add(a, b);
    case Fn::subtract:
      return i.subtract(a, b);
    case Fn::multiply:
      return i.multiply(a, b);
    case Fn::int_divide:
    case Fn::divide:
    case Fn::rdiv:
      return i.quotient(a, b);
    case Fn::remainder:
      return i.remainder(a, b);
    case Fn::modulus:
      return i.floor_modulus(a, b);
    case Fn::floor_divide:
      return i.floor_quotient(a, b);
    case Fn::minimum:
      return i.minimum(a, b);
    case Fn::maximum:
      return i.maximum(a, b);
    case Fn::bit_and:
      return i.bit_and(a, b);
    case Fn::bit_or:
      return i.bit_or(a, b);
    case Fn::bit_xor:
      return i.bit_xor(a, b);
    default:
      return {};
  }
}

}  // namespace

Followed apply_symbolic(Machine& m, Fn fn, const Number& a, const Number& b, Number& out) {
  Shadow& shadow = *m.shadow();
  Integers& integers = shadow.skeleton().integers();
  ExprId x = expression(integers, a), y = expression(integers, b);
  if (!x || !y) return Followed::not_followed;
  if (is_division(fn)) {
    ExprId zero = integers.constant(0);
    if (shadow.choose(integers.equal(y, zero))) {
      m.evaluation_error("zero_divisor");
      return Followed::error;
    }
    // 7/2 is a float, 7 rdiv 2 a rational number: only exact divisions stay integers.
    bool exact = fn == Fn::divide || fn == Fn::rdiv;
    bool by_one = !is_symbolic(b) && abs(to_big(b)) == 1;
    if (exact && !by_one && !shadow.choose(integers.equal(integers.remainder(x, y), zero)))
      return Followed::not_followed;
  }
  if (is_symbolic(b) && needs_known(fn, a)) {
    bool shift = fn == Fn::shift_left || fn == Fn::shift_right;
    Number known = known_amount(m, b, shift ? 64 : 8);  // powers are hard for the solver
    return apply_binary(m, fn, a, known, out) == Status::ok ? Followed::yes : Followed::error;
  }
  ExprId expr;
  if (fn == Fn::shift_left || fn == Fn::shift_right) {
    mpz_class by = to_big(b);
    if (fn == Fn::shift_right) by = -by;
    if (abs(by) > Integers::max_width) return Followed::not_followed;
    long bits = by.get_si();
    expr = bits >= 0 ? integers.shift_left(x, static_cast<unsigned>(bits))
                     : integers.shift_right(x, static_cast<unsigned>(-bits));
  } else if (fn == Fn::int_power || fn == Fn::power) {
    if (!is_symbolic(b) && (to_big(b) < 0 || to_big(b) > 16)) return Followed::not_followed;
    expr = is_symbolic(b) ? discrete(m, fn, a, b) : integers.constant(1);
    for (long k = is_symbolic(b) ? 0 : to_big(b).get_si(); k > 0 && expr; --k)
      expr = integers.multiply(expr, x);
  } else if (fn == Fn::gcd || fn == Fn::lcm) {
    expr = discrete(m, fn, a, b);
  } else if (is_division(fn) && !is_symbolic(b) && to_big(b) == 1 && fn != Fn::modulus &&
             fn != Fn::remainder) {
    expr = x;
  } else {
    expr = combine(integers, fn, x, y);
  }
  if (!expr) return Followed::not_followed;
  Number plain;
  if (apply_binary(m, fn, normalised(to_big(a)), normalised(to_big(b)), plain) != Status::ok)
    return Followed::error;
  if (!is_integer(plain)) return Followed::not_followed;
  if (shadow.pool().is_constant(expr)) {
    out = plain;
  } else {
    out = SymbolicInteger{expr, to_big(plain)};
  }
  return Followed::yes;
}

Followed apply_symbolic(Machine& m, Fn fn, const Number& a, Number& out) {
  Integers& integers = m.shadow()->skeleton().integers();
  ExprId x = std::get<SymbolicInteger>(a).expr, expr;
  switch (fn) {
    case Fn::plus:
    case Fn::integer:
    case Fn::truncate:
    case Fn::round:
    case Fn::ceiling:
    case Fn::floor:
    case Fn::eval:
    case Fn::numerator:
    case Fn::rational:
    case Fn::rationalize:
      out = a;
      return Followed::yes;
    case Fn::negate:
      expr = integers.negate(x);
      break;
    case Fn::absolute:
      expr = integers.absolute(x);
      break;
    case Fn::sign:
      expr = integers.sign(x);
      break;
    case Fn::bit_not:
      expr = integers.bit_not(x);
      break;
    case Fn::succ:
      expr = integers.add(x, integers.constant(1));
      break;
    default:
      expr = discrete(m, fn, x);
  }
  if (!expr) return Followed::not_followed;
  Number plain;
  if (apply_unary(m, fn, normalised(to_big(a)), plain) != Status::ok) return Followed::error;
  out = SymbolicInteger{expr, to_big(plain)};
  return Followed::yes;
}

}  // namespace cuttle::prolog
