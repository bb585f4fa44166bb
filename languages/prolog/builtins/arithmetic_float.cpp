// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "languages/prolog/builtins/number.h"

namespace cuttle::prolog {

namespace {

Status check(Machine& m, double value, Number& out) {
  if (std::isnan(value)) return m.evaluation_error("undefined");
  if (std::isinf(value)) return m.evaluation_error("float_overflow");
  out = value;
  return Status::ok;
}

// Rounding of a float or rational to an integer.
Status to_integer(Machine& m, Fn fn, const Number& a, Number& out) {
  if (is_integer(a)) {
    out = a;
    return Status::ok;
  }
  if (auto* q = std::get_if<mpq_class>(&a)) {
    mpq_class x = *q;
    mpz_class r;
    if (fn == Fn::integer || fn == Fn::round) x += sgn(x) < 0 ? mpq_class(-1, 2) : mpq_class(1, 2);
    bool up = fn == Fn::ceiling || (fn != Fn::floor && sgn(x) < 0);
    if (up) {
      mpz_cdiv_q(r.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
    } else {
      mpz_fdiv_q(r.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
    }
    out = normalised(r);
    return Status::ok;
  }
  double d = to_double(a);
  if (!std::isfinite(d)) return m.evaluation_error("undefined");
  switch (fn) {
    case Fn::truncate:
      d = std::trunc(d);
      break;
    case Fn::ceiling:
      d = std::ceil(d);
      break;
    case Fn::floor:
      d = std::floor(d);
      break;
    default:
      d = std::round(d);
  }
  out = normalised(mpz_class(d));
  return Status::ok;
}

// The simplest rational that is as near to `d` as a double can tell.
mpq_class simplest(double d) {
  mpz_class p0 = 0, q0 = 1, p1 = 1, q1 = 0;
  double x = d;
  for (int i = 0; i < 64; ++i) {
    double whole = std::floor(x);
    mpz_class w(whole), p2 = w * p1 + p0, q2 = w * q1 + q0;
    p0 = p1, q0 = q1, p1 = p2, q1 = q2;
    if (mpq_class(p1, q1).get_d() == d || x == whole) break;
    x = 1 / (x - whole);
  }
  mpq_class q(p1, q1);
  q.canonicalize();
  return q;
}

}  // namespace

Status apply_float(Machine& m, Fn fn, const Number& a, Number& out) {
  double d = to_double(a);
  switch (fn) {
    case Fn::floating:
      return check(m, d, out);
    case Fn::integer:
    case Fn::truncate:
    case Fn::round:
    case Fn::ceiling:
    case Fn::floor:
      return to_integer(m, fn, a, out);
    case Fn::rational:
      out = normalised(to_rational(a));
      return Status::ok;
    case Fn::rationalize:
      out = is_float(a) ? normalised(simplest(d)) : a;
      return Status::ok;
    case Fn::float_integer_part:
      return is_integer(a) ? (out = a, Status::ok) : check(m, std::trunc(d), out);
    case Fn::float_fractional_part:
      return is_integer(a) ? (out = int64_t{0}, Status::ok) : check(m, d - std::trunc(d), out);
    case Fn::sqrt:
      return d < 0 ? m.evaluation_error("undefined") : check(m, std::sqrt(d), out);
    case Fn::log:
    case Fn::log10:
      if (d <= 0) return m.evaluation_error(d == 0 ? "float_overflow" : "undefined");
      return check(m, fn == Fn::log ? std::log(d) : std::log10(d), out);
    case Fn::lgamma:
      return check(m, std::lgamma(d), out);
    case Fn::erf:
      return check(m, std::erf(d), out);
    case Fn::erfc:
      return check(m, std::erfc(d), out);
    case Fn::asin:
    case Fn::acos:
      if (d < -1 || d > 1) return m.evaluation_error("undefined");
      return check(m, fn == Fn::asin ? std::asin(d) : std::acos(d), out);
    case Fn::sin:
      return check(m, std::sin(d), out);
    case Fn::cos:
      return check(m, std::cos(d), out);
    case Fn::tan:
      return check(m, std::tan(d), out);
    case Fn::atan:
      return check(m, std::atan(d), out);
    case Fn::exp:
      return check(m, std::exp(d), out);
    case Fn::sinh:
      return check(m, std::sinh(d), out);
    case Fn::cosh:
      return check(m, std::cosh(d), out);
    case Fn::tanh:
      return check(m, std::tanh(d), out);
    case Fn::asinh:
      return check(m, std::asinh(d), out);
    case Fn::acosh:
      return check(m, std::acosh(d), out);
    case Fn::atanh:
      return check(m, std::atanh(d), out);
    default:
      return m.unsupported("arithmetic function");
  }
}

}  // namespace cuttle::prolog
