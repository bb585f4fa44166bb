// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/pool.h"

#include <gtest/gtest.h>

#include "engine/expr/evaluator.h"

namespace cuttle {
namespace {

TEST(ExprPool, EqualExpressionsAreOne) {
  ExprPool pool;
  ExprId x = pool.variable("x", Sort::bits(32), "int");
  ExprId y = pool.variable("y", Sort::bits(32));
  EXPECT_EQ(pool.variable("x", Sort::bits(32)), x);
  EXPECT_EQ(pool.add(x, y), pool.add(y, x));
  EXPECT_EQ(pool.bits(32, 7), pool.bits(32, 7));
  EXPECT_NE(pool.bits(32, 7), pool.bits(16, 7));
  EXPECT_EQ(pool.variable_info(pool.var_of(x)).type, "int");
  size_t before = pool.size();
  pool.add(x, y);
  EXPECT_EQ(pool.size(), before);
}

TEST(ExprPool, ConstantsFold) {
  ExprPool pool;
  EXPECT_EQ(pool.add(pool.bits(8, 200), pool.bits(8, 100)), pool.bits(8, 44));
  EXPECT_EQ(pool.eq(pool.bits(8, 1), pool.bits(8, 1)), pool.true_expr());
  EXPECT_EQ(pool.binary(Op::bv_slt, pool.bits(8, 255), pool.bits(8, 0)), pool.true_expr());
  EXPECT_EQ(pool.concat(pool.bits(64, 1), pool.bits(64, 2)),
            pool.constant(Value::bits(128, (mpz_class(1) << 64) + 2)));
}

TEST(ExprPool, VariablesOfAreSortedAndComplete) {
  ExprPool pool;
  ExprId sum = pool.bits(8, 0);
  for (int i = 0; i < 300; ++i) {
    sum = pool.add(sum, pool.variable("v" + std::to_string((i * 7) % 300), Sort::bits(8)));
  }
  std::span<const VarId> all = pool.variables_of(sum);
  ASSERT_EQ(all.size(), 300u);
  for (VarId v = 0; v < 300; ++v) EXPECT_EQ(all[v], v);
  EXPECT_TRUE(pool.variables_of(pool.bits(8, 3)).empty());
  ExprId v3 = pool.variable_info(3).expr;
  ASSERT_EQ(pool.variables_of(v3).size(), 1u);
  EXPECT_EQ(pool.variables_of(v3)[0], 3u);
}

TEST(Evaluator, DeepExpressionsNeedNoStack) {
  ExprPool pool;
  ExprId x = pool.variable("x", Sort::bits(32));
  ExprId y = pool.variable("y", Sort::bits(32));
  ExprId e = x;
  for (int i = 0; i < 1000000; ++i) e = pool.binary(i % 2 ? Op::bv_mul : Op::bv_xor, e, y);
  Assignment assignment;
  assignment.set(pool.var_of(x), Value::bits(32, 5));
  assignment.set(pool.var_of(y), Value::bits(32, 3));
  uint32_t expected = 5;
  for (int i = 0; i < 1000000; ++i) expected = i % 2 ? expected * 3 : expected ^ 3;
  Evaluator evaluator(pool, assignment);
  EXPECT_EQ(evaluator.evaluate(e), Value::bits(32, expected));
}

TEST(Evaluator, MissingVariablesAreZeroAndTablesEndWithTheirLast) {
  ExprPool pool;
  ExprId i = pool.variable("i", Sort::bits(8));
  ExprId z = pool.variable("z", Sort::bits(16));
  ExprId elements[] = {pool.bits(16, 10), z, pool.bits(16, 30)};
  ExprId e = pool.lookup(pool.table(elements), i);
  auto at = [&](uint64_t index) {
    Assignment assignment;
    assignment.set(pool.var_of(i), Value::bits(8, index));
    return Evaluator(pool, assignment).evaluate(e).low64();
  };
  EXPECT_EQ(at(0), 10u);
  EXPECT_EQ(at(1), 0u);
  EXPECT_EQ(at(2), 30u);
  EXPECT_EQ(at(200), 30u);
}

}  // namespace
}  // namespace cuttle
