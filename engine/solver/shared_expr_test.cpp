// SPDX-License-Identifier: Apache-2.0
// Every layer looks at the nodes of an expression and not at the ways through it, or stops after a
// fixed number of steps. Counted, not timed: a layer that follows ways exceeds its bound at the
// smallest depth.
#include "engine/expr/shared_expr.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "engine/solver/chain.h"
#include "engine/solver/inverse.h"

namespace cuttle {
namespace {

struct LayerCase {
  const char* name;
  ChainOptions options;
  uint64_t steps_per_node;
  uint64_t cut_off;
};

constexpr ChainOptions none{false, false, false, false, false, false, false, false, false, false};

constexpr ChainOptions with(bool ChainOptions::* layer) {
  ChainOptions options = none;
  options.*layer = true;
  return options;
}

// Circuits are counted in clauses: multiplying and dividing words takes many of them.
constexpr uint64_t clauses_per_node = 50'000;

const LayerCase layer_cases[] = {
    {"fast_unsat", with(&ChainOptions::fast_unsat), 10, 100},
    {"slice", with(&ChainOptions::slice), 10, 100},
    {"reuse", with(&ChainOptions::reuse), 20, 100},
    {"word", with(&ChainOptions::word), 800, 500'000},
    {"finite", with(&ChainOptions::finite), 200, 2'000'000},
    {"search", with(&ChainOptions::search), 200, 20'000'000},
    {"floats", with(&ChainOptions::floats), 20, 30'000'000},
    {"sat", with(&ChainOptions::sat), 2 * clauses_per_node, 1'000},
    {"z3", with(&ChainOptions::z3), 10, 100},
    {"all", {}, 2 * clauses_per_node, 50'000'000},
};

using Case = std::tuple<SharedShape, LayerCase>;

class SharedLayersTest : public testing::TestWithParam<Case> {};

TEST_P(SharedLayersTest, TakesStepsByNode) {
  const auto& [shape, layer] = GetParam();
  for (unsigned depth : {8u, 12u, 24u, 48u}) {
    ExprPool pool;
    const ExprId goal = shape.make(pool, depth);
    const uint64_t nodes = pool.size();
    // Generous: what ends here by the clock would not be counted.
    ChainSolver solver(pool, {.timeout_seconds = 60}, layer.options);
    Query query{.goal = goal, .effort = Effort::brief};
    solver.check(query);
    ASSERT_LE(solver.steps(), layer.steps_per_node * nodes + layer.cut_off)
        << "depth " << depth << ", " << nodes << " nodes";
  }
}

// With no time at all, a layer makes what passes it cannot interrupt, and then gives up.
TEST_P(SharedLayersTest, LooksAtTheClock) {
  const auto& [shape, layer] = GetParam();
  ExprPool pool;
  const ExprId goal = shape.make(pool, 300);
  const uint64_t nodes = pool.size();
  ChainSolver solver(pool, {.timeout_seconds = 0}, layer.options);
  const Solution solution = solver.check({.goal = goal});
  EXPECT_LE(solver.steps(), 20 * nodes + 100'000);
  if (solution.answer == Answer::unknown) {
    EXPECT_TRUE(solution.why == "timeout" || solution.why == "unsupported") << solution.why;
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, SharedLayersTest,
                         testing::Combine(testing::ValuesIn(shared_shapes()),
                                          testing::ValuesIn(layer_cases)),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param).name) + "_" +
                                  std::get<1>(info.param).name;
                         });

class SharedInverseTest : public testing::TestWithParam<SharedShape> {};

TEST_P(SharedInverseTest, InversionIsCutOff) {
  for (unsigned depth : {8u, 38u, 400u}) {
    ExprPool pool;
    const ExprId goal = GetParam().make(pool, depth);
    Literals literals(pool);
    DenseModel hint;
    ModelEvaluator evaluator(pool);
    evaluator.begin(hint);
    Inverse inverse(pool, literals);
    std::vector<WordChanges> ways;
    inverse.make_true(goal, evaluator, ways);
    // One look-up counts its elements at once.
    EXPECT_LE(inverse.visits(), Inverse::max_visits + 64);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, SharedInverseTest, testing::ValuesIn(shared_shapes()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace cuttle
