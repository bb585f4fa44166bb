// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/range.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/expr/bits_apply.h"
#include "engine/solver/range_ops.h"

namespace cuttle {
namespace {

constexpr unsigned width = 4;

class RangeTest : public ::testing::Test {
 protected:
  Range random_range(unsigned bits) {
    Range range = Range::full(bits);
    const auto draw = [&] { return random_() & low_mask(bits); };
    if (random_() % 2) range.meet(Range::between(bits, draw(), low_mask(bits)));
    if (random_() % 2) range.meet(Range::between(bits, 0, draw()));
    if (random_() % 2) {
      range.meet(
          Range::signed_between(bits, sign_extended(draw(), bits), Range::full(bits).signed_high));
    }
    if (random_() % 2) range.meet(Range::bits(bits, draw() & draw(), draw() & draw()));
    if (random_() % 2) range.exclude(draw());
    return range;
  }

  std::mt19937 random_{7};
};

TEST_F(RangeTest, ViewsTightenEachOther) {
  const Range small = Range::between(8, 3, 5);
  EXPECT_EQ(small.zeros, 0xF8u);
  EXPECT_EQ(small.signed_high, 5);
  const Range negative = Range::signed_between(8, -2, -1);
  EXPECT_EQ(negative.low, 0xFEu);
  EXPECT_TRUE(Range::bits(8, 1, 1).empty);
  Range one = Range::constant(8, 9);
  EXPECT_TRUE(one.exclude(9));
  EXPECT_TRUE(one.empty);
}

TEST_F(RangeTest, MeetLosesNothing) {
  for (int i = 0; i < 3000; ++i) {
    const Range a = random_range(width), b = random_range(width);
    Range both = a;
    both.meet(b);
    const Range either = Range::join(a, b);
    for (uint64_t x = 0; x < 1u << width; ++x) {
      EXPECT_TRUE(!(a.contains(x) && b.contains(x)) || both.contains(x));
      EXPECT_TRUE(!both.contains(x) || (a.contains(x) && b.contains(x)));
      EXPECT_TRUE(!(a.contains(x) || b.contains(x)) || either.contains(x));
    }
  }
}

// Every operation on all values of random ranges: results stay inside, and going back keeps the
// arguments of possible results.
class RangeOpTest : public RangeTest, public ::testing::WithParamInterface<Op> {
 protected:
  bool is_boolean() const { return GetParam() < Op::ite; }
  unsigned result_width() const {
    const Op op = GetParam();
    if (is_boolean() || op == Op::eq || (op >= Op::bv_ult && op <= Op::bv_sle)) return 1;
    if (op == Op::bv_concat) return 2 * width;
    if (op == Op::bv_zext || op == Op::bv_sext) return width + 3;
    return op == Op::bv_extract ? 2 : width;
  }
};

TEST_P(RangeOpTest, IsSound) {
  const Op op = GetParam();
  const unsigned in = is_boolean() ? 1 : width;
  const unsigned condition = op == Op::ite ? 1 : in;
  const uint32_t payload = op == Op::bv_extract ? 1 : 0;
  for (int i = 0; i < 400; ++i) {
    const Range a = random_range(condition), b = random_range(in), c = random_range(in);
    const Range forward = range_forward(op, result_width(), payload, a, b, c);
    const Range result = random_range(result_width());
    Range a_back = a, b_back = b, c_back = c;
    range_backward(op, payload, result, a_back, b_back, c_back);
    for (uint64_t x = 0; x < 1u << condition; ++x) {
      for (uint64_t y = 0; y < 1u << in; ++y) {
        for (uint64_t z = 0; z < (op == Op::ite ? 1u << in : 1u); ++z) {
          if (!a.contains(x) || !b.contains(y) || (op == Op::ite && !c.contains(z))) continue;
          const uint64_t value =
              op == Op::ite ? (x ? y : z)
                            : narrow_apply(op, result_width(), {x, condition}, {y, in}, payload);
          if (!c.empty) {
            ASSERT_TRUE(forward.contains(value)) << x << " " << y << " " << z;
          }
          if (!result.contains(value)) continue;
          ASSERT_TRUE(a_back.contains(x)) << x << " " << y << " gives " << value;
          ASSERT_TRUE(b_back.contains(y)) << x << " " << y << " gives " << value;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ops, RangeOpTest,
                         ::testing::Values(Op::not_, Op::and_, Op::or_, Op::xor_, Op::ite, Op::eq,
                                           Op::bv_not, Op::bv_neg, Op::bv_and, Op::bv_or,
                                           Op::bv_xor, Op::bv_add, Op::bv_sub, Op::bv_mul,
                                           Op::bv_udiv, Op::bv_urem, Op::bv_sdiv, Op::bv_srem,
                                           Op::bv_shl, Op::bv_lshr, Op::bv_ashr, Op::bv_ult,
                                           Op::bv_ule, Op::bv_slt, Op::bv_sle, Op::bv_concat,
                                           Op::bv_extract, Op::bv_zext, Op::bv_sext));

}  // namespace
}  // namespace cuttle
