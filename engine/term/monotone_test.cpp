// SPDX-License-Identifier: Apache-2.0
#include "engine/term/monotone.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/expr/evaluator.h"
#include "engine/term/float_bounds.h"
#include "engine/term/floats.h"

namespace cuttle::term {
namespace {

class MonotoneTest : public testing::Test {
 protected:
  ExprId number(double d) { return pool_.constant(Value::float64(d)); }
  ExprId apply(Op op, ExprId a, double b) { return pool_.binary(op, a, number(b)); }

  ExprPool pool_;
  ExprId integer_ = pool_.variable("n", Sort::bits(8));
  ExprId from_integer_ = Floats(pool_).from_integer(integer_);
  ExprId float_ = pool_.variable("x", Sort::floating(64));
};

// The condition on the leaf says the same as the comparison itself, for every leaf.
TEST_F(MonotoneTest, ComparesTheLeafOfAnInteger) {
  ExprId rate = apply(Op::f_add, apply(Op::f_mul, from_integer_, 0.3), 7);
  ExprId falling = pool_.binary(Op::f_sub, number(10), apply(Op::f_div, from_integer_, 7));
  ExprId rounded = Floats(pool_).round(apply(Op::f_mul, rate, -1.7), RoundingMode::down);
  for (ExprId e : {from_integer_, rate, falling, rounded}) {
    for (double bound : {-30.0, -0.1, 0.0, 7.3, 10.0, 1e9}) {
      for (bool strict : {false, true}) {
        ExprId rewritten = Monotone(pool_, e).below(bound, strict);
        ExprId original = pool_.binary(strict ? Op::f_lt : Op::f_le, e, number(bound));
        for (unsigned n = 0; n < 256; ++n) {
          Assignment at;
          at.set(pool_.var_of(integer_), Value::bits(8, n));
          Evaluator evaluator(pool_, at);
          ASSERT_EQ(evaluator.is_true(rewritten), evaluator.is_true(original)) << n << " " << bound;
        }
      }
    }
  }
}

TEST_F(MonotoneTest, FindsTheExactThresholdOfAFloat) {
  ExprId e = apply(Op::f_mul, apply(Op::f_sub, float_, 0.1), -0.7);
  ExprId condition = Monotone(pool_, e).below(4.2, true);
  for (double x : {-5.9, std::nextafter(-5.9, 0.0), std::nextafter(-5.9, -9.0), 0.0, -7.0, 1e300}) {
    Assignment at;
    at.set(pool_.var_of(float_), Value::float64(x));
    EXPECT_EQ(Evaluator(pool_, at).is_true(condition), (x - 0.1) * -0.7 < 4.2) << x;
  }
}

TEST_F(MonotoneTest, BoundsDecideWhatFollowsFromThem) {
  FloatBounds bounds;
  auto less = [&](double d) { return pool_.binary(Op::f_lt, float_, number(d)); };
  auto at_most = [&](double d) { return pool_.binary(Op::f_le, float_, number(d)); };
  bounds.learn(pool_, less(5), true);
  bounds.learn(pool_, less(2), false);
  EXPECT_EQ(bounds.implied(pool_, less(6)), true);
  EXPECT_EQ(bounds.implied(pool_, less(5)), true);
  EXPECT_EQ(bounds.implied(pool_, at_most(5)), true);
  EXPECT_EQ(bounds.implied(pool_, less(2)), false);
  EXPECT_EQ(bounds.implied(pool_, at_most(1)), false);
  EXPECT_EQ(bounds.implied(pool_, at_most(2)), std::nullopt);
  EXPECT_EQ(bounds.implied(pool_, less(3)), std::nullopt);
}

}  // namespace
}  // namespace cuttle::term
