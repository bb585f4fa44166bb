// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <variant>

#include "languages/prolog/machine/machine.h"

namespace cuttle::prolog {

// An integer that depends on inputs: its expression, and its value in this run.
struct SymbolicInteger {
  ExprId expr;
  mpz_class value;
};

// The same for a float.
struct SymbolicFloat {
  ExprId expr;
  double value;
  FloatFacts facts;
};

// The value of an arithmetic expression. Small integers are kept out of GMP.
using Number = std::variant<int64_t, mpz_class, mpq_class, double, SymbolicInteger, SymbolicFloat>;

inline bool is_integer(const Number& n) {
  return std::holds_alternative<int64_t>(n) || std::holds_alternative<mpz_class>(n);
}
inline bool is_symbolic(const Number& n) {
  return std::holds_alternative<SymbolicInteger>(n) || std::holds_alternative<SymbolicFloat>(n);
}
inline bool is_symbolic_integer(const Number& n) {
  return std::holds_alternative<SymbolicInteger>(n);
}
inline bool is_float(const Number& n) {
  return std::holds_alternative<double>(n);
}

Number normalised(mpz_class value);
Number normalised(mpq_class value);
mpz_class to_big(const Number& n);  // of an integer, symbolic or not
mpq_class to_rational(const Number& n);
double to_double(const Number& n);
Cell to_cell(Machine& m, const Number& n);
// The number that a term is; false when it is none. Does not look at symbolic cells.
bool to_number(const Store& store, Cell c, Number& out);
int compare_numbers(const Number& a, const Number& b);  // 2: not comparable (NaN)

// Evaluates a term. On Status::error the ball is set. `level`: how deep in an expression it is.
Status evaluate(Machine& m, Cell term, Number& out, unsigned level = 0);

// One operation on evaluated arguments (arithmetic_ops.cpp, arithmetic_float.cpp).
enum class Fn : uint8_t {
  none,
  add,
  subtract,
  multiply,
  divide,
  int_divide,
  modulus,
  remainder,
  floor_divide,
  minimum,
  maximum,
  power,
  int_power,
  shift_left,
  shift_right,
  bit_and,
  bit_or,
  bit_xor,
  gcd,
  atan2,
  copysign,
  rdiv,
  nexttoward,
  getbit,
  lsb,
  popcount,
  lgamma,
  erf,
  erfc,
  lcm,
  powm,
  log10,
  negate,
  plus,
  absolute,
  sign,
  bit_not,
  succ,
  floating,
  integer,
  float_integer_part,
  float_fractional_part,
  truncate,
  round,
  ceiling,
  floor,
  sqrt,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  exp,
  log,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  msb,
  numerator,
  denominator,
  rational,
  rationalize,
  random,
  eval,
  pi,
  e,
  inf,
  nan,
  epsilon,
  max_integer,
  min_integer,
  cputime,
  realtime,
  random_float,
  list,
};
Status apply_unary(Machine& m, Fn fn, const Number& a, Number& out);
Status apply_binary(Machine& m, Fn fn, const Number& a, const Number& b, Number& out);
Status apply_constant(Machine& m, Fn fn, Number& out);
Status apply_float(Machine& m, Fn fn, const Number& a, Number& out);
// Both arguments are integers and at least one is symbolic; not_followed: no expression for it.
enum class Followed : uint8_t { yes, error, not_followed };
Followed apply_symbolic(Machine& m, Fn fn, const Number& a, const Number& b, Number& out);
Followed apply_symbolic(Machine& m, Fn fn, const Number& a, Number& out);
// gcd, msb, powers and the like of unknown integers; none: no expression for it
// (arithmetic_discrete.cpp). What the result needs to hold is chosen.
ExprId discrete(Machine& m, Fn fn, const Number& a, const Number& b);
ExprId discrete(Machine& m, Fn fn, ExprId x);
// At least one argument is symbolic and the result is a float (arithmetic_reals.cpp).
Followed apply_reals(Machine& m, Fn fn, const Number& a, const Number& b, Number& out);
Followed apply_reals(Machine& m, Fn fn, const Number& a, Number& out);
// Compares as floats, by a choice; false when that cannot be expressed.
bool choose_order(Machine& m, Relation relation, const Number& a, const Number& b, bool& holds);

}  // namespace cuttle::prolog
