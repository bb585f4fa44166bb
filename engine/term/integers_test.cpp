// SPDX-License-Identifier: Apache-2.0
#include "engine/term/integers.h"

#include <gtest/gtest.h>

#include "engine/expr/evaluator.h"

namespace cuttle::term {
namespace {

class IntegersTest : public testing::Test {
 protected:
  mpz_class value(ExprId e) { return Evaluator(pool_, inputs_).evaluate(e).as_signed(); }

  // Every pair of a 4-bit and a 3-bit integer.
  template <typename Body>
  void for_all(const Body& body) {
    for (int x = -8; x < 8; ++x) {
      for (int y = -4; y < 4; ++y) {
        inputs_.set(pool_.var_of(a_), Value::bits(4, mpz_class(x)));
        inputs_.set(pool_.var_of(b_), Value::bits(3, mpz_class(y)));
        body(x, y);
      }
    }
  }

  ExprPool pool_;
  Integers z_{pool_};
  Assignment inputs_;
  ExprId a_ = pool_.variable("a", Sort::bits(4));
  ExprId b_ = pool_.variable("b", Sort::bits(3));
};

int floor_div(int x, int y) {
  return x / y - (x % y != 0 && (x < 0) != (y < 0) ? 1 : 0);
}

TEST_F(IntegersTest, NeverOverflow) {
  for_all([&](int x, int y) {
    EXPECT_EQ(value(z_.add(a_, b_)), x + y);
    EXPECT_EQ(value(z_.subtract(a_, b_)), x - y);
    EXPECT_EQ(value(z_.multiply(a_, b_)), x * y);
    EXPECT_EQ(value(z_.negate(a_)), -x);
    EXPECT_EQ(value(z_.absolute(a_)), std::abs(x));
    EXPECT_EQ(value(z_.sign(a_)), (x > 0) - (x < 0));
    EXPECT_EQ(value(z_.minimum(a_, b_)), std::min(x, y));
    EXPECT_EQ(value(z_.maximum(a_, b_)), std::max(x, y));
    EXPECT_EQ(value(z_.shift_left(a_, 3)), x * 8);
    EXPECT_EQ(value(z_.shift_right(a_, 2)), x >> 2);
    EXPECT_EQ(value(z_.shift_right(a_, 200)), x >> 31);
  });
}

TEST_F(IntegersTest, DivideInBothWays) {
  for_all([&](int x, int y) {
    if (y == 0) return;
    EXPECT_EQ(value(z_.quotient(a_, b_)), x / y);
    EXPECT_EQ(value(z_.remainder(a_, b_)), x % y);
    EXPECT_EQ(value(z_.floor_quotient(a_, b_)), floor_div(x, y));
    EXPECT_EQ(value(z_.floor_modulus(a_, b_)), x - y * floor_div(x, y));
  });
}

TEST_F(IntegersTest, LogicAndComparisons) {
  Assignment& inputs = inputs_;
  auto holds = [&](ExprId e) { return Evaluator(pool_, inputs).is_true(e); };
  for_all([&](int x, int y) {
    EXPECT_EQ(value(z_.bit_and(a_, b_)), x & y);
    EXPECT_EQ(value(z_.bit_or(a_, b_)), x | y);
    EXPECT_EQ(value(z_.bit_xor(a_, b_)), x ^ y);
    EXPECT_EQ(value(z_.bit_not(a_)), ~x);
    EXPECT_EQ(holds(z_.equal(a_, b_)), x == y);
    EXPECT_EQ(holds(z_.less(a_, b_)), x < y);
    EXPECT_EQ(holds(z_.less_equal(a_, b_)), x <= y);
  });
}

TEST_F(IntegersTest, OfAnySizeUpToTheLimit) {
  mpz_class large = (mpz_class(1) << 300) + 5;
  EXPECT_EQ(value(z_.constant(large)), large);
  EXPECT_EQ(value(z_.constant(-large)), -large);
  EXPECT_EQ(value(z_.subtract(z_.constant(large), z_.constant(large - 3))), 3);
  EXPECT_FALSE(z_.multiply(z_.constant(large), z_.constant(large)));
  EXPECT_FALSE(z_.constant(mpz_class(1) << 511));
  EXPECT_TRUE(z_.constant((mpz_class(1) << 511) - 1));
  for (int small : {-129, -128, -1, 0, 1, 127, 128}) EXPECT_EQ(value(z_.constant(small)), small);
}

}  // namespace
}  // namespace cuttle::term
