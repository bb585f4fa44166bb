// SPDX-License-Identifier: Apache-2.0
// Functions of unknown integers that are no operations of bit-vectors: written as decisions between
// the few values that they can have.
#include "languages/prolog/builtins/number.h"

namespace cuttle::prolog {

namespace {

// Euclid's algorithm, as often as numbers of that width can need it.
ExprId euclid(ExprPool& pool, Integers& integers, ExprId a, ExprId b) {
  constexpr unsigned widest = 14;  // each step is a division
  a = integers.absolute(a);
  b = integers.absolute(b);
  const unsigned w = std::max(pool.sort(a).width, pool.sort(b).width);
  if (w > widest) return {};
  a = pool.sext(a, w);
  b = pool.sext(b, w);
  const ExprId zero = pool.bits(w, 0);
  for (unsigned steps = w * 3 / 2 + 1; steps > 0; --steps) {
    ExprId done = pool.eq(b, zero);
    ExprId rest = pool.ite(done, zero, pool.binary(Op::bv_urem, a, b));
    a = pool.ite(done, a, b);
    b = rest;
  }
  return a;
}

// With a known number the result is one of its divisors.
ExprId divisor(ExprPool& pool, Integers& integers, ExprId a, const mpz_class& known) {
  constexpr unsigned long largest = 1'000'000;
  constexpr unsigned most = 64;
  if (known == 0) return integers.absolute(a);
  mpz_class size = abs(known);
  if (size > largest) return {};
  const unsigned long n = size.get_ui();
  std::vector<unsigned long> divisors;
  for (unsigned long d = 2; d <= n; ++d) {
    if (n % d == 0) divisors.push_back(d);
  }
  if (divisors.size() > most) return {};
  const unsigned w = pool.sort(integers.constant(size)).width;
  ExprId result = pool.bits(w, 1);
  for (unsigned long d : divisors) {  // the last one decides first
    ExprId rest = integers.remainder(a, integers.constant(d));
    if (!rest) return {};
    result = pool.ite(integers.equal(rest, integers.constant(0)), pool.bits(w, d), result);
  }
  return result;
}

// Of two unknown numbers those of few bits; that they have more is a choice of its own.
ExprId small_numbers(Machine& m, ExprId a, ExprId b) {
  constexpr unsigned bits = 9;
  Shadow& shadow = *m.shadow();
  ExprPool& pool = shadow.pool();
  Integers& integers = shadow.skeleton().integers();
  for (ExprId* x : {&a, &b}) {
    if (pool.sort(*x).width <= bits) continue;
    ExprId low = pool.extract(*x, 0, bits);
    if (!shadow.choose(integers.equal(low, *x))) return {};
    *x = low;
  }
  return euclid(pool, integers, a, b);
}

ExprId greatest_divisor(Machine& m, const Number& a, const Number& b) {
  ExprPool& pool = m.shadow()->pool();
  Integers& integers = m.shadow()->skeleton().integers();
  auto* x = std::get_if<SymbolicInteger>(&a);
  auto* y = std::get_if<SymbolicInteger>(&b);
  if (x && y) return small_numbers(m, x->expr, y->expr);
  return divisor(pool, integers, x ? x->expr : y->expr, to_big(x ? b : a));
}

ExprId least_multiple(Machine& m, const Number& a, const Number& b) {
  ExprPool& pool = m.shadow()->pool();
  Integers& integers = m.shadow()->skeleton().integers();
  ExprId gcd = greatest_divisor(m, a, b);
  auto expr = [&](const Number& n) {
    auto* s = std::get_if<SymbolicInteger>(&n);
    return s ? s->expr : integers.constant(to_big(n));
  };
  ExprId product = gcd ? integers.multiply(expr(a), expr(b)) : ExprId{};
  if (product) product = integers.absolute(product);
  if (!product) return {};
  ExprId zero = integers.equal(gcd, integers.constant(0));
  ExprId quotient = integers.quotient(product, gcd);
  return quotient ? pool.ite(zero, pool.bits(pool.sort(quotient).width, 0), quotient) : quotient;
}

// A known base: the powers up to a bound; that the exponent lies beyond it is a choice of its own.
ExprId power_of(Machine& m, const mpz_class& base, ExprId exponent) {
  constexpr unsigned widest = 128;
  Shadow& shadow = *m.shadow();
  ExprPool& pool = shadow.pool();
  Integers& integers = shadow.skeleton().integers();
  if (abs(base) < 2) return {};
  if (shadow.choose(integers.less(exponent, integers.constant(0)))) return {};
  std::vector<mpz_class> powers{1};
  const mpz_class bound = mpz_class(1) << (widest - 2);
  const mpz_class highest = mpz_class(1) << (pool.sort(exponent).width - 1);
  while (abs(powers.back()) < bound && powers.size() < highest)
    powers.push_back(powers.back() * base);
  const bool all = powers.size() >= highest;
  if (!all && !shadow.choose(integers.less(exponent, integers.constant(powers.size())))) return {};
  ExprId result = pool.constant(Value::bits(widest + 8, powers.back()));
  for (size_t k = powers.size() - 1; k-- > 0;)
    result = pool.ite(integers.equal(exponent, integers.constant(k)),
                      pool.constant(Value::bits(widest + 8, powers[k])), result);
  return result;
}

// The number of the highest bit that is set, or the lowest. The number is positive.
ExprId bit_number(ExprPool& pool, ExprId x, bool highest) {
  const unsigned n = pool.sort(x).width - 1, w = 12;
  ExprId result = pool.bits(w, 0);
  for (unsigned i = 0; i < n; ++i) {
    const unsigned k = highest ? i : n - 1 - i;  // the last one decides first
    ExprId set = pool.eq(pool.extract(x, k, 1), pool.bits(1, 1));
    result = pool.ite(set, pool.bits(w, k), result);
  }
  return result;
}

ExprId count_bits(ExprPool& pool, ExprId x) {
  ExprId sum = pool.bits(12, 0);
  for (unsigned k = 0; k + 1 < pool.sort(x).width; ++k)
    sum = pool.add(sum, pool.zext(pool.extract(x, k, 1), 12));
  return sum;
}

}  // namespace

ExprId discrete(Machine& m, Fn fn, const Number& a, const Number& b) {
  switch (fn) {
    case Fn::gcd:
      return greatest_divisor(m, a, b);
    case Fn::lcm:
      return least_multiple(m, a, b);
    case Fn::power:
    case Fn::int_power:
      if (is_symbolic(a) || !is_symbolic(b)) return {};
      return power_of(m, to_big(a), std::get<SymbolicInteger>(b).expr);
    default:
      return {};
  }
}

ExprId discrete(Machine& m, Fn fn, ExprId x) {
  Shadow& shadow = *m.shadow();
  Integers& integers = shadow.skeleton().integers();
  const bool bits = fn == Fn::msb || fn == Fn::lsb;
  if (!bits && fn != Fn::popcount) return {};
  if (shadow.choose(integers.less(x, integers.constant(bits ? 1 : 0)))) return {};
  return bits ? bit_number(shadow.pool(), x, fn == Fn::msb) : count_bits(shadow.pool(), x);
}

}  // namespace cuttle::prolog
