// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <ctime>
#include <limits>

#include "languages/prolog/builtins/number.h"

namespace cuttle::prolog {

namespace {

constexpr const char* why_not_followed = "an arithmetic function that is not followed";

// Arguments that are not followed symbolically become plain numbers; the path says which.
Number concrete(Machine& m, const Number& n) {
  if (!is_symbolic(n)) return n;
  Number value;
  to_number(m.store(), m.shadow()->concretise(to_cell(m, n), why_not_followed), value);
  return value;
}

Status integers_only(Machine& m, const Number& a, const Number& b) {
  if (!is_integer(a)) return m.type_error("integer", to_cell(m, a));
  if (!is_integer(b)) return m.type_error("integer", to_cell(m, b));
  return Status::ok;
}

Status check(Machine& m, double value, Number& out) {
  if (std::isnan(value)) return m.evaluation_error("undefined");
  if (std::isinf(value)) return m.evaluation_error("float_overflow");
  out = value;
  return Status::ok;
}

template <typename Small, typename Big>
Number small_or_big(const Number& a, const Number& b, Small small, Big big) {
  auto* x = std::get_if<int64_t>(&a);
  auto* y = std::get_if<int64_t>(&b);
  int64_t result;
  if (x && y && !small(*x, *y, &result)) return result;
  return normalised(mpz_class(big(to_big(a), to_big(b))));
}

Status add_like(Machine& m, Fn fn, const Number& a, const Number& b, Number& out) {
  if (is_integer(a) && is_integer(b)) {
    if (fn == Fn::add) {
      out = small_or_big(
          a, b, [](int64_t x, int64_t y, int64_t* r) { return __builtin_add_overflow(x, y, r); },
          [](const mpz_class& x, const mpz_class& y) { return mpz_class(x + y); });
    } else if (fn == Fn::subtract) {
      out = small_or_big(
          a, b, [](int64_t x, int64_t y, int64_t* r) { return __builtin_sub_overflow(x, y, r); },
          [](const mpz_class& x, const mpz_class& y) { return mpz_class(x - y); });
    } else {
      out = small_or_big(
          a, b, [](int64_t x, int64_t y, int64_t* r) { return __builtin_mul_overflow(x, y, r); },
          [](const mpz_class& x, const mpz_class& y) { return mpz_class(x * y); });
    }
    return Status::ok;
  }
  if (is_float(a) || is_float(b)) {
    double x = to_double(a), y = to_double(b);
    return check(m, fn == Fn::add ? x + y : fn == Fn::subtract ? x - y : x * y, out);
  }
  mpq_class x = to_rational(a), y = to_rational(b);
  mpq_class result;
  if (fn == Fn::add) result = x + y;
  if (fn == Fn::subtract) result = x - y;
  if (fn == Fn::multiply) result = x * y;
  out = normalised(result);
  return Status::ok;
}

Status divide(Machine& m, const Number& a, const Number& b, Number& out) {
  if (is_integer(a) && is_integer(b)) {
    mpz_class x = to_big(a), y = to_big(b);
    if (y == 0) return m.evaluation_error("zero_divisor");
    if (mpz_divisible_p(x.get_mpz_t(), y.get_mpz_t())) {
      out = normalised(mpz_class(x / y));
    } else {
      out = mpq_class(mpq_class(x) / mpq_class(y)).get_d();
    }
    return Status::ok;
  }
  if (is_float(a) || is_float(b)) {
    double y = to_double(b);
    if (y == 0) return m.evaluation_error(to_double(a) == 0 ? "undefined" : "zero_divisor");
    return check(m, to_double(a) / y, out);
  }
  mpq_class y = to_rational(b);
  if (y == 0) return m.evaluation_error("zero_divisor");
  out = normalised(mpq_class(to_rational(a) / y));
  return Status::ok;
}

Status integer_divide(Machine& m, Fn fn, const Number& a, const Number& b, Number& out) {
  if (Status s = integers_only(m, a, b); s != Status::ok) return s;
  mpz_class x = to_big(a), y = to_big(b), r;
  if (y == 0) return m.evaluation_error("zero_divisor");
  switch (fn) {
    case Fn::int_divide:
      r = x / y;
      break;
    case Fn::remainder:
      r = x % y;
      break;
    case Fn::modulus:
      mpz_fdiv_r(r.get_mpz_t(), x.get_mpz_t(), y.get_mpz_t());
      break;
    default:
      mpz_fdiv_q(r.get_mpz_t(), x.get_mpz_t(), y.get_mpz_t());
  }
  out = normalised(r);
  return Status::ok;
}

Status shift(Machine& m, Fn fn, const Number& a, const Number& b, Number& out) {
  if (Status s = integers_only(m, a, b); s != Status::ok) return s;
  mpz_class by = to_big(b);
  if (fn == Fn::shift_right) by = -by;
  if (by > 1'000'000) return m.resource_error("memory");
  if (by < -1'000'000) by = -1'000'000;
  mpz_class x = to_big(a), r;
  if (by >= 0) {
    mpz_mul_2exp(r.get_mpz_t(), x.get_mpz_t(), by.get_ui());
  } else {
    mpz_fdiv_q_2exp(r.get_mpz_t(), x.get_mpz_t(), mpz_class(-by).get_ui());
  }
  out = normalised(r);
  return Status::ok;
}

Status power(Machine& m, const Number& a, const Number& b, Number& out) {
  if (is_integer(a) && is_integer(b)) {
    mpz_class x = to_big(a), y = to_big(b), r;
    if (y < 0) {
      if (x == 1 || x == -1) {
        out = x == 1 || mpz_even_p(y.get_mpz_t()) ? int64_t{1} : int64_t{-1};
        return Status::ok;
      }
      if (x == 0) return m.evaluation_error("zero_divisor");
      return check(m, std::pow(x.get_d(), y.get_d()), out);
    }
    if (y > 1'000'000 && abs(x) > 1) return m.resource_error("memory");
    mpz_pow_ui(r.get_mpz_t(), x.get_mpz_t(), y.get_ui());
    out = normalised(r);
    return Status::ok;
  }
  if (std::holds_alternative<mpq_class>(a) && is_integer(b) && abs(to_big(b)) < 100'000) {
    mpq_class q = to_rational(a), r = 1;
    long n = to_big(b).get_si();
    for (long k = 0; k < std::labs(n); ++k) r *= q;
    out = normalised(n < 0 ? mpq_class(1 / r) : r);
    return Status::ok;
  }
  double x = to_double(a), y = to_double(b);
  if (y == 0) {  // the integer, even for floats and NaN
    out = int64_t{1};
    return Status::ok;
  }
  if (x == 0 && y < 0) return m.evaluation_error("zero_divisor");
  if (x < 0 && y != std::floor(y)) return m.evaluation_error("undefined");
  return check(m, std::pow(x, y), out);
}

Status bits(Machine& m, Fn fn, const Number& a, const Number& b, Number& out) {
  if (Status s = integers_only(m, a, b); s != Status::ok) return s;
  mpz_class x = to_big(a), y = to_big(b), r;
  if (fn == Fn::bit_and) r = x & y;
  if (fn == Fn::bit_or) r = x | y;
  if (fn == Fn::bit_xor) r = x ^ y;
  if (fn == Fn::gcd) r = gcd(x, y);
  if (fn == Fn::lcm) r = lcm(x, y);
  out = normalised(r);
  return Status::ok;
}

}  // namespace

Status apply_binary(Machine& m, Fn fn, const Number& a0, const Number& b0, Number& out) {
  if (is_symbolic(a0) || is_symbolic(b0)) {
    auto integral = [](const Number& n) { return is_symbolic_integer(n) || is_integer(n); };
    Followed followed = Followed::not_followed;
    bool integers = integral(a0) && integral(b0);
    if (integers) followed = apply_symbolic(m, fn, a0, b0, out);
    // What the integers leave is a division that does not come out even.
    if (followed == Followed::not_followed && (!integers || fn == Fn::divide))
      followed = apply_reals(m, fn, a0, b0, out);
    if (followed == Followed::yes) return Status::ok;
    if (followed == Followed::error) return Status::error;
    return apply_binary(m, fn, concrete(m, a0), concrete(m, b0), out);
  }
  const Number &a = a0, &b = b0;
  switch (fn) {
    case Fn::add:
    case Fn::subtract:
    case Fn::multiply:
      return add_like(m, fn, a, b, out);
    case Fn::divide:
      return divide(m, a, b, out);
    case Fn::int_divide:
    case Fn::modulus:
    case Fn::remainder:
    case Fn::floor_divide:
      return integer_divide(m, fn, a, b, out);
    case Fn::minimum:
    case Fn::maximum: {
      int order = compare_numbers(a, b);
      if (order == 0 && is_float(a) != is_float(b)) {
        out = is_float(a) ? a : b;  // of 1 and 1.0 the float
      } else {
        out = (order <= 0) == (fn == Fn::minimum) ? a : b;
      }
      return Status::ok;
    }
    case Fn::power:
    case Fn::int_power:
      return power(m, a, b, out);
    case Fn::shift_left:
    case Fn::shift_right:
      return shift(m, fn, a, b, out);
    case Fn::bit_and:
    case Fn::bit_or:
    case Fn::bit_xor:
    case Fn::gcd:
    case Fn::lcm:
      return bits(m, fn, a, b, out);
    case Fn::rdiv: {
      mpq_class y = to_rational(b);
      if (is_float(a) || is_float(b))
        return m.type_error("rational", to_cell(m, is_float(a) ? a : b));
      if (y == 0) return m.evaluation_error("zero_divisor");
      out = normalised(mpq_class(to_rational(a) / y));
      return Status::ok;
    }
    case Fn::atan2:
      if (to_double(a) == 0 && to_double(b) == 0 && !is_float(a) && !is_float(b))
        return m.evaluation_error("undefined");
      return check(m, std::atan2(to_double(a), to_double(b)), out);
    case Fn::copysign:
      if (!is_float(a)) {
        mpq_class size = abs(to_rational(a));
        out = normalised(mpq_class(std::signbit(to_double(b)) ? -size : size));
        return Status::ok;
      }
      return check(m, std::copysign(to_double(a), to_double(b)), out);
    case Fn::nexttoward:
      return check(m, std::nexttoward(to_double(a), to_double(b)), out);
    case Fn::getbit:
      for (const Number& n : {a, b}) {
        if (!is_integer(n)) return m.type_error("integer", to_cell(m, n));
        if (to_big(n) < 0) return m.domain_error("not_less_than_zero", to_cell(m, n));
      }
      out = static_cast<int64_t>(mpz_tstbit(to_big(a).get_mpz_t(), to_big(b).get_ui()));
      return Status::ok;
    default:
      return m.unsupported("arithmetic function");
  }
}

Status apply_unary(Machine& m, Fn fn, const Number& a, Number& out) {
  if (is_symbolic(a)) {
    Followed followed = Followed::not_followed;
    if (is_symbolic_integer(a)) followed = apply_symbolic(m, fn, a, out);
    if (followed == Followed::not_followed) followed = apply_reals(m, fn, a, out);
    if (followed == Followed::yes) return Status::ok;
    if (followed == Followed::error) return Status::error;
    return apply_unary(m, fn, concrete(m, a), out);
  }
  switch (fn) {
    case Fn::plus:
    case Fn::eval:
      out = a;
      return Status::ok;
    case Fn::negate:
      return add_like(m, Fn::subtract, is_float(a) ? Number(-0.0) : Number(int64_t{0}), a, out);
    case Fn::succ:
      if (!is_integer(a)) return m.type_error("integer", to_cell(m, a));
      return add_like(m, Fn::add, a, int64_t{1}, out);
    case Fn::absolute:
      if (is_float(a)) {
        out = std::fabs(to_double(a));
      } else {
        out = normalised(mpq_class(abs(to_rational(a))));
      }
      return Status::ok;
    case Fn::sign:
      if (is_float(a)) {
        double d = to_double(a);
        out = d > 0 ? 1.0 : d < 0 ? -1.0 : d;
      } else {
        out = static_cast<int64_t>(sgn(to_rational(a)));
      }
      return Status::ok;
    case Fn::bit_not:
      if (!is_integer(a)) return m.type_error("integer", to_cell(m, a));
      out = normalised(mpz_class(-to_big(a) - 1));
      return Status::ok;
    case Fn::msb:
      if (!is_integer(a)) return m.type_error("integer", to_cell(m, a));
      if (to_big(a) <= 0) return m.domain_error("not_less_than_one", to_cell(m, a));
      out = static_cast<int64_t>(mpz_sizeinbase(to_big(a).get_mpz_t(), 2)) - 1;
      return Status::ok;
    case Fn::lsb:
    case Fn::popcount:
      if (!is_integer(a)) return m.type_error("integer", to_cell(m, a));
      if (fn == Fn::lsb && to_big(a) <= 0)
        return m.domain_error("not_less_than_one", to_cell(m, a));
      if (to_big(a) < 0) return m.domain_error("not_less_than_zero", to_cell(m, a));
      out = static_cast<int64_t>(fn == Fn::lsb ? mpz_scan1(to_big(a).get_mpz_t(), 0)
                                               : mpz_popcount(to_big(a).get_mpz_t()));
      return Status::ok;
    case Fn::numerator:
    case Fn::denominator: {
      if (is_float(a)) return m.type_error("rational", to_cell(m, a));
      mpq_class q = to_rational(a);
      out = normalised(mpz_class(fn == Fn::numerator ? q.get_num() : q.get_den()));
      return Status::ok;
    }
    case Fn::random:
      m.shadow() ? m.shadow()->limitation(Reason::random, "random numbers are always 0") : void();
      out = int64_t{0};
      return Status::ok;
    default:
      return apply_float(m, fn, a, out);
  }
}

Status apply_constant(Machine& m, Fn fn, Number& out) {
  switch (fn) {
    case Fn::pi:
      out = M_PI;
      break;
    case Fn::e:
      out = M_E;
      break;
    case Fn::inf:
      out = std::numeric_limits<double>::infinity();
      break;
    case Fn::nan:
      out = std::nan("");
      break;
    case Fn::epsilon:
      out = std::numeric_limits<double>::epsilon();
      break;
    case Fn::max_integer:
      out = std::numeric_limits<int64_t>::max();
      break;
    case Fn::min_integer:
      out = std::numeric_limits<int64_t>::min();
      break;
    case Fn::cputime:  // time stands still: runs are deterministic
      out = 0.0;
      break;
    case Fn::realtime:
      out = int64_t{0};
      break;
    case Fn::random_float:
      out = 0.5;
      break;
    default:
      return m.unsupported("arithmetic constant");
  }
  return Status::ok;
}

}  // namespace cuttle::prolog
