// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/variety.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

class VarietyTest : public ::testing::Test {
 protected:
  ExprId is(ExprId e, uint64_t value) {
    return pool_.eq(e, pool_.bits(pool_.sort(e).width, value));
  }

  // A run with this input that went the way of 1, 2 and 3, and then satisfied `more`.
  Execution run(uint64_t input, ExprId more) {
    Execution execution;
    execution.inputs.set(pool_.var_of(x_), Value::bits(8, input));
    Choice choice;
    choice.site = 7;
    for (ExprId condition : {pool_.or_(is(x_, 1), pool_.or_(is(x_, 2), is(x_, 3))), more}) {
      choice.condition = condition;
      execution.choices.push_back(choice);
      execution.conditions.push_back(condition);
    }
    execution.shared_ways.push_back({0, pool_.zext(x_, 32), values_});
    return execution;
  }
  uint64_t varied(const Execution& parent, size_t choices, ExprId goal) {
    Assignment model = parent.inputs;
    variety_.vary(pool_, parent, choices, goal, model);
    return model.get(pool_.var_of(x_))->low64();
  }

  ExprPool pool_;
  const ExprId x_ = pool_.variable("x", Sort::bits(8));
  const ExprId yes_ = pool_.true_expr();
  const std::shared_ptr<const std::vector<uint64_t>> values_ =
      std::make_shared<const std::vector<uint64_t>>(std::vector<uint64_t>{1, 2, 3});
  Variety variety_;
};

TEST_F(VarietyTest, TakesOneValueAfterTheOther) {
  const Execution first = run(2, yes_);
  EXPECT_EQ(variety_.learn(pool_, first), 1u);
  EXPECT_EQ(variety_.learn(pool_, first), 0u);
  EXPECT_EQ(varied(first, 2, yes_), 1u);
  EXPECT_EQ(variety_.learn(pool_, run(1, yes_)), 1u);
  EXPECT_EQ(varied(first, 2, yes_), 3u);
  EXPECT_EQ(variety_.learn(pool_, run(3, yes_)), 1u);
  EXPECT_EQ(varied(first, 2, yes_), 2u) << "nothing is new any more";
}

TEST_F(VarietyTest, RespectsThePathAndTheGoal) {
  const Execution first = run(2, pool_.not_(is(x_, 1)));
  variety_.learn(pool_, first);
  EXPECT_EQ(varied(first, 2, yes_), 2u) << "the path excludes 1";
  EXPECT_EQ(varied(first, 1, yes_), 1u) << "only a choice after the flip does";
  EXPECT_EQ(varied(first, 1, is(x_, 2)), 2u);
  EXPECT_EQ(varied(first, 0, yes_), 2u) << "the shared way comes after the flip";
}

}  // namespace
}  // namespace cuttle
