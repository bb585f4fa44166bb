// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/expr/pool.h"

namespace cuttle::term {

// What is known about an unknown float besides its expression.
struct FloatFacts {
  // Its magnitude is at most `most`, and it is a multiple of `unit`: so most overflows are ruled
  // out without asking anybody.
  double most = 0;
  double unit = 0;
  // The same number, up to the sign of zero, as an expression that is easier to compare: sums and
  // products of small integers are made of integers.
  ExprId order = {};
};

// Doubles as IEEE expressions, rounded to nearest, ties to even.
class Floats {
 public:
  static constexpr unsigned max_integer_width = 128;

  explicit Floats(ExprPool& pool) : pool_(pool) {}

  ExprId constant(double value);
  ExprId from_integer(ExprId bits);  // signed; "none" when there are too many
  // Rounded to an integer, as signed bits; "none" when it may be too large.
  ExprId to_integer(ExprId a, RoundingMode mode, double most);

  // As numbers: 0.0 and -0.0 are equal.
  ExprId equal(ExprId a, ExprId b);
  ExprId less(ExprId a, ExprId b);
  ExprId less_equal(ExprId a, ExprId b);
  ExprId round(ExprId a, RoundingMode mode);

  // An unknown integer of `width` signed bits, and a known number.
  static FloatFacts of_integer(unsigned width);
  static FloatFacts of_constant(double value);
  // Inputs lie between these, if they are not zero.
  static FloatFacts of_input(unsigned bits);

 private:
  ExprId compare(ExprId a, ExprId b, bool strict);

  ExprPool& pool_;
};

}  // namespace cuttle::term
