// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/shared_expr.h"

#include <gtest/gtest.h>

#include <sstream>

#include "engine/expr/copy.h"
#include "engine/expr/evaluator.h"
#include "engine/expr/smtlib.h"

namespace cuttle {
namespace {

// Each step may cost so many nodes and so many characters, whatever the depth. A walk that follows
// ways instead of nodes exceeds this at the smallest depth and never ends at the largest.
constexpr size_t nodes_per_step = 60;
constexpr size_t characters_per_step = 12'000;
constexpr unsigned depths[] = {12, 40, 400};

class SharedExprTest : public testing::TestWithParam<SharedShape> {};

TEST_P(SharedExprTest, RewritingMakesAFewNodesForEachStep) {
  for (unsigned depth : depths) {
    ExprPool pool;
    GetParam().make(pool, depth);
    ASSERT_LT(pool.size(), 600 + nodes_per_step * depth) << "depth " << depth;
  }
}

TEST_P(SharedExprTest, CopyingRewritesEachNodeOnce) {
  for (unsigned depth : depths) {
    ExprPool plain(ExprPool::Simplify::no), pool;
    const ExprId e = GetParam().make(plain, depth);
    ExprCopier(plain, pool).copy(e);
    ASSERT_LT(pool.size(), 600 + nodes_per_step * depth) << "depth " << depth;
  }
}

TEST_P(SharedExprTest, TextNamesWhatIsShared) {
  for (unsigned depth : depths) {
    ExprPool pool;
    const ExprId e = GetParam().make(pool, depth);
    ASSERT_LT(to_smtlib(pool, e).size(), 40'000 + characters_per_step * depth) << "depth " << depth;
    std::ostringstream script;
    write_smtlib_script(script, pool, {&e, 1});
    ASSERT_LT(script.str().size(), 40'000 + characters_per_step * depth) << "depth " << depth;
  }
}

TEST_P(SharedExprTest, EvaluationEnds) {
  ExprPool pool;
  const ExprId e = GetParam().make(pool, 400);
  Assignment nothing;
  Evaluator evaluator(pool, nothing);
  EXPECT_TRUE(evaluator.evaluate(e).sort().is_bool());
}

INSTANTIATE_TEST_SUITE_P(Shapes, SharedExprTest, testing::ValuesIn(shared_shapes()),
                         [](const auto& info) { return std::string(info.param.name); });

// A loop that adds up nests as deeply as it runs; comparing two such sums must not recurse.
TEST(SharedExpr, SumsOfAnyDepthAreCompared) {
  ExprPool pool;
  ExprId a = pool.variable("a", Sort::bits(32)), b = pool.variable("b", Sort::bits(32));
  const ExprId x = pool.variable("x", Sort::bits(32));
  for (unsigned i = 0; i < 300'000; ++i) {
    const ExprId term = pool.binary(Op::bv_xor, x, pool.bits(32, 2 * i + 1));
    a = pool.add(a, term);
    b = pool.add(b, pool.binary(Op::bv_or, x, pool.bits(32, 2 * i + 1)));
  }
  EXPECT_FALSE(pool.is_constant(pool.eq(a, b)));
}

}  // namespace
}  // namespace cuttle
