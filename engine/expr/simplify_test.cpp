// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/simplify.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

// What each rule is for. That rules are right is the business of the comparison with Z3 (fuzz/).
class SimplifyTest : public testing::Test {
 protected:
  ExprId bits(uint64_t value) { return pool.bits(32, value); }
  ExprId op(Op o, ExprId a, ExprId b) { return pool.binary(o, a, b); }
  ExprId op(Op o, ExprId a) { return pool.unary(o, a); }
  ExprId ult(ExprId a, ExprId b) { return op(Op::bv_ult, a, b); }
  ExprId slt(ExprId a, ExprId b) { return op(Op::bv_slt, a, b); }

  ExprPool pool;
  ExprId x = pool.variable("x", Sort::bits(32));
  ExprId y = pool.variable("y", Sort::bits(32));
  ExprId b0 = pool.variable("b0", Sort::bits(8));
  ExprId b1 = pool.variable("b1", Sort::bits(8));
  ExprId p = pool.variable("p", Sort::boolean());
  ExprId q = pool.variable("q", Sort::boolean());
};

TEST_F(SimplifyTest, Booleans) {
  EXPECT_EQ(pool.not_(pool.not_(p)), p);
  EXPECT_EQ(pool.and_(p, pool.not_(p)), pool.false_expr());
  EXPECT_EQ(pool.or_(p, pool.and_(p, q)), p);
  EXPECT_EQ(pool.and_(p, pool.or_(pool.not_(p), q)), pool.and_(p, q));
  EXPECT_EQ(pool.xor_(p, q), pool.not_(pool.eq(p, q)));
  EXPECT_EQ(pool.eq(pool.not_(p), pool.not_(q)), pool.eq(p, q));
}

TEST_F(SimplifyTest, ConditionsAsNumbersBecomeConditionsAgain) {
  ExprId n = pool.bool_to_bits(p, 32);
  EXPECT_EQ(pool.bits_to_bool(n), p);
  EXPECT_EQ(pool.eq(n, bits(0)), pool.not_(p));
  EXPECT_EQ(pool.eq(n, bits(7)), pool.false_expr());
  EXPECT_EQ(pool.bits_to_bool(pool.zext(pool.bool_to_bits(p, 8), 32)), p);
  EXPECT_EQ(pool.bits_to_bool(op(Op::bv_and, n, pool.bool_to_bits(q, 32))), pool.and_(p, q));
  EXPECT_EQ(pool.bits_to_bool(op(Op::bv_xor, n, bits(1))), pool.not_(p));
  EXPECT_EQ(slt(op(Op::bv_neg, n), bits(0)), p);
}

TEST_F(SimplifyTest, ConditionAndNegationAreOneAtom) {
  EXPECT_EQ(op(Op::bv_ule, x, y), pool.not_(ult(y, x)));
  EXPECT_EQ(op(Op::bv_sle, x, bits(4)), slt(x, bits(5)));
  EXPECT_EQ(slt(bits(4), x), pool.not_(slt(x, bits(5))));
  EXPECT_EQ(ult(x, bits(1)), pool.eq(x, bits(0)));
  EXPECT_EQ(ult(bits(0), x), pool.not_(pool.eq(x, bits(0))));
  EXPECT_EQ(op(Op::bv_ule, x, bits(0xffffffff)), pool.true_expr());
  EXPECT_EQ(slt(x, bits(0x80000001)), pool.eq(x, bits(0x80000000)));
  EXPECT_EQ(pool.and_(pool.not_(ult(x, bits(5))), ult(x, bits(6))), pool.eq(x, bits(5)));
  EXPECT_EQ(pool.and_(pool.eq(x, bits(5)), ult(x, bits(3))), pool.false_expr());
  EXPECT_EQ(pool.or_(ult(x, bits(5)), ult(x, bits(9))), ult(x, bits(9)));
}

TEST_F(SimplifyTest, EquationsAreSolved) {
  EXPECT_EQ(pool.eq(pool.add(x, bits(1)), bits(5)), pool.eq(x, bits(4)));
  EXPECT_EQ(pool.eq(op(Op::bv_xor, x, bits(3)), bits(5)), pool.eq(x, bits(6)));
  EXPECT_EQ(pool.eq(op(Op::bv_sub, bits(9), x), bits(5)), pool.eq(x, bits(4)));
  EXPECT_EQ(pool.eq(op(Op::bv_sub, x, y), bits(0)), pool.eq(x, y));
  EXPECT_EQ(pool.eq(op(Op::bv_mul, x, bits(3)), bits(21)), pool.eq(x, bits(7)));
  EXPECT_EQ(pool.eq(op(Op::bv_mul, x, bits(6)), bits(21)), pool.false_expr());
  EXPECT_EQ(pool.eq(pool.add(x, bits(2)), pool.add(y, bits(2))), pool.eq(x, y));
  EXPECT_EQ(pool.eq(pool.add(x, y), x), pool.eq(y, bits(0)));
  EXPECT_EQ(pool.eq(pool.add(x, bits(1)), x), pool.false_expr());
}

TEST_F(SimplifyTest, ExtensionsGoAwayInComparisons) {
  ExprId z = pool.zext(b0, 32), s = pool.sext(b0, 32);
  EXPECT_EQ(pool.eq(z, bits(65)), pool.eq(b0, pool.bits(8, 65)));
  EXPECT_EQ(pool.eq(z, bits(300)), pool.false_expr());
  EXPECT_EQ(pool.eq(s, bits(0xffffffff)), pool.eq(b0, pool.bits(8, 0xff)));
  EXPECT_EQ(ult(z, bits(65)), ult(b0, pool.bits(8, 65)));
  EXPECT_EQ(slt(z, bits(65)), ult(b0, pool.bits(8, 65)));
  EXPECT_EQ(slt(s, bits(65)), slt(b0, pool.bits(8, 65)));
  EXPECT_EQ(slt(s, bits(200)), pool.true_expr());
  EXPECT_EQ(slt(z, pool.zext(b1, 32)), ult(b0, b1));
  EXPECT_EQ(slt(s, pool.sext(b1, 32)), slt(b0, b1));
  EXPECT_EQ(ult(op(Op::bv_urem, x, bits(10)), bits(10)), pool.true_expr());
}

TEST_F(SimplifyTest, BytesOfAWordAreTheWord) {
  ExprId bytes[4];
  for (unsigned i = 0; i < 4; ++i) bytes[i] = pool.extract(x, 8 * i, 8);
  ExprId word = bytes[0];
  for (unsigned i = 1; i < 4; ++i) word = pool.concat(bytes[i], word);
  EXPECT_EQ(word, x);
  word = bytes[3];
  for (unsigned i = 3; i-- > 0;) word = pool.concat(word, bytes[i]);
  EXPECT_EQ(word, x);
  word = bits(0);
  for (unsigned i = 0; i < 4; ++i) {
    word = op(Op::bv_or, word, op(Op::bv_shl, pool.zext(bytes[i], 32), bits(8 * i)));
  }
  EXPECT_EQ(word, x);
  word = bits(0);
  for (unsigned i = 0; i < 4; ++i) {
    word = pool.add(op(Op::bv_shl, word, bits(8)), pool.zext(bytes[3 - i], 32));
  }
  EXPECT_EQ(word, x);
}

TEST_F(SimplifyTest, ShiftsAndMasksAreSelections) {
  EXPECT_EQ(op(Op::bv_and, x, bits(0xff)), pool.zext(pool.extract(x, 0, 8), 32));
  EXPECT_EQ(op(Op::bv_lshr, x, bits(24)), pool.zext(pool.extract(x, 24, 8), 32));
  EXPECT_EQ(op(Op::bv_and, op(Op::bv_lshr, x, bits(8)), bits(0xff)),
            pool.zext(pool.extract(x, 8, 8), 32));
  EXPECT_EQ(op(Op::bv_urem, x, bits(16)), pool.zext(pool.extract(x, 0, 4), 32));
  EXPECT_EQ(op(Op::bv_mul, x, bits(4)), op(Op::bv_shl, x, bits(2)));
  EXPECT_EQ(op(Op::bv_shl, x, bits(32)), bits(0));
  EXPECT_EQ(pool.eq(op(Op::bv_and, x, bits(0x80)), bits(0)),
            pool.not_(pool.eq(pool.extract(x, 7, 1), pool.bits(1, 1))));
}

TEST_F(SimplifyTest, ArithmeticIsGathered) {
  EXPECT_EQ(pool.add(pool.add(x, bits(3)), bits(4)), pool.add(x, bits(7)));
  EXPECT_EQ(op(Op::bv_sub, pool.add(x, bits(3)), bits(3)), x);
  EXPECT_EQ(op(Op::bv_sub, x, x), bits(0));
  EXPECT_EQ(pool.add(op(Op::bv_sub, x, y), y), x);
  EXPECT_EQ(op(Op::bv_mul, op(Op::bv_mul, x, bits(3)), bits(5)), op(Op::bv_mul, x, bits(15)));
  EXPECT_EQ(op(Op::bv_neg, op(Op::bv_sub, x, y)), op(Op::bv_sub, y, x));
  EXPECT_EQ(pool.extract(pool.add(pool.sext(b0, 32), pool.sext(b1, 32)), 0, 8), pool.add(b0, b1));
  EXPECT_EQ(pool.eq(op(Op::bv_srem, x, bits(2)), bits(0)),
            pool.not_(pool.eq(pool.extract(x, 0, 1), pool.bits(1, 1))));
}

TEST_F(SimplifyTest, Tables) {
  std::vector<ExprId> same(300, bits(4)), mixed{bits(10), bits(20), bits(30), bits(30)};
  ExprId index = pool.zext(b0, 64);
  EXPECT_EQ(pool.lookup(pool.table(same), index), bits(4));
  ExprId e = pool.lookup(pool.table(mixed), index);
  EXPECT_EQ(pool.arg(e, 0), b0);
  EXPECT_EQ(pool.eq(e, bits(20)), pool.eq(b0, pool.bits(8, 1)));
  EXPECT_EQ(pool.eq(e, bits(30)), pool.not_(ult(b0, pool.bits(8, 2))));
  EXPECT_EQ(pool.eq(e, bits(31)), pool.false_expr());
  EXPECT_EQ(pool.lookup(pool.table(mixed), pool.bits(64, 1)), bits(20));
}

TEST_F(SimplifyTest, Floats) {
  ExprId f = pool.variable("f", Sort::floating(64));
  EXPECT_EQ(op(Op::f_eq, f, f), pool.not_(op(Op::f_is_nan, f)));
  EXPECT_EQ(op(Op::f_neg, op(Op::f_neg, f)), f);
  EXPECT_EQ(op(Op::f_from_bits, op(Op::f_to_bits, f)), f);
  ExprId converted = pool.make(Op::f_from_signed, Sort::floating(64), {&x, 1});
  EXPECT_EQ(pool.make(Op::f_to_signed, Sort::bits(32), {&converted, 1}), x);
  ExprId other = pool.make(Op::f_from_signed, Sort::floating(64), {&y, 1});
  EXPECT_EQ(op(Op::f_lt, converted, other), slt(x, y));
  ExprId half = pool.constant(Value::float64(2.5));
  EXPECT_EQ(op(Op::f_lt, converted, half), slt(x, bits(3)));
  EXPECT_EQ(op(Op::f_le, half, converted), pool.not_(slt(x, bits(3))));
  EXPECT_EQ(op(Op::f_eq, converted, half), pool.false_expr());
  EXPECT_EQ(op(Op::f_eq, converted, pool.constant(Value::float64(-2))),
            pool.eq(x, bits(0xfffffffe)));
  EXPECT_EQ(op(Op::f_lt, converted, pool.constant(Value::float64(1e300))), pool.true_expr());
}

TEST_F(SimplifyTest, WorkPerExpressionIsBounded) {
  // 8,000 bytes gathered at the low end, where the normal form would have to turn them all round.
  ExprId chain = b0;
  for (int i = 0; i < 8000; ++i) chain = pool.concat(chain, i % 2 ? b0 : b1);
  EXPECT_EQ(pool.sort(chain).width, 8 * 8001);
  EXPECT_LT(pool.size(), 400000u);
  ExprId sum = x;
  for (int i = 0; i < 100000; ++i) sum = op(Op::bv_or, sum, pool.add(sum, y));
  EXPECT_LT(pool.size(), 1500000u);
}

TEST(Simplify, SumsOfTheSameTermsAreEqual) {
  ExprPool pool;
  std::vector<ExprId> terms;
  for (int i = 0; i < 4; ++i)
    terms.push_back(pool.variable("x" + std::to_string(i), Sort::bits(32)));
  ExprId forward = terms[0], backward = terms[3];
  for (int i = 1; i < 4; ++i) forward = pool.add(forward, terms[i]);
  for (int i = 2; i >= 0; --i) backward = pool.add(backward, terms[i]);
  EXPECT_TRUE(pool.is_true(pool.eq(forward, backward)));
  ExprId rest = pool.eq(forward, pool.add(pool.add(terms[3], terms[1]), terms[0]));
  EXPECT_EQ(rest, pool.eq(terms[2], pool.bits(32, 0)));
  ExprId difference = pool.binary(Op::bv_sub, pool.binary(Op::bv_sub, forward, terms[2]), terms[0]);
  EXPECT_TRUE(pool.is_true(pool.eq(difference, pool.add(terms[3], terms[1]))));
}

}  // namespace
}  // namespace cuttle
