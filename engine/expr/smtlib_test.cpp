// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/smtlib.h"

#include <gtest/gtest.h>

#include <sstream>

#include "engine/expr/smtlib_text.h"

namespace cuttle {
namespace {

TEST(Smtlib, SharedPartsAreBoundOnce) {
  ExprPool pool;
  ExprId x = pool.variable("x", Sort::bits(8));
  ExprId y = pool.variable("y", Sort::bits(8));
  ExprId product = pool.binary(Op::bv_mul, x, y);
  ExprId e = pool.binary(Op::bv_udiv, product, pool.unary(Op::bv_not, product));
  std::string name = "n!" + std::to_string(product.index);
  EXPECT_EQ(to_smtlib(pool, e),
            "(let ((" + name + " (bvmul x y))) (bvudiv " + name + " (bvnot " + name + ")))");
}

TEST(Smtlib, NamesAreQuotedAndNeverTaken) {
  EXPECT_EQ(smtlib_name("x"), "x");
  EXPECT_EQ(smtlib_name("p->next"), "|p->next|");
  EXPECT_EQ(smtlib_name("and"), "|var!and|");
  EXPECT_EQ(smtlib_name("a|b"), "|var!a%7Cb|");
  EXPECT_EQ(smtlib_name("a%7Cb"), "|a%7Cb|");
  EXPECT_EQ(smtlib_name("n!3"), "|var!n!3|");
}

TEST(Smtlib, ScriptIsStandard) {
  ExprPool pool;
  ExprId f = pool.variable("f", Sort::floating(32));
  ExprId bits = pool.unary(Op::f_to_bits, f);
  ExprId unused = pool.variable("unused", Sort::boolean());
  ExprId c = pool.eq(bits, pool.bits(32, 0x3f800000));
  std::ostringstream out;
  write_smtlib_script(out, pool, {&c, 1});
  std::string text = out.str();
  EXPECT_EQ(text.find("fp.to_ieee_bv"), std::string::npos);
  EXPECT_EQ(text.find("unused"), std::string::npos) << unused.index;
  EXPECT_NE(text.find("(declare-const f (_ FloatingPoint 8 24))"), std::string::npos);
  EXPECT_NE(text.find("(assert (= ((_ to_fp 8 24) bits!"), std::string::npos);
  EXPECT_TRUE(text.ends_with("(check-sat)\n"));
}

TEST(Smtlib, DeepExpressionsAreCutByDefinitions) {
  ExprPool pool(ExprPool::Simplify::no);
  ExprId e = pool.variable("x", Sort::bits(8));
  for (int i = 0; i < 100000; ++i) e = pool.unary(Op::bv_not, e);
  ExprId c = pool.eq(e, pool.bits(8, 0));
  std::ostringstream out;
  write_smtlib_script(out, pool, {&c, 1});
  size_t longest = 0, depth = 0;
  for (char character : out.str()) {
    depth += character == '(';
    depth -= character == ')';
    longest = std::max(longest, depth);
  }
  EXPECT_EQ(depth, 0u);
  EXPECT_LT(longest, 300u);
}

}  // namespace
}  // namespace cuttle
