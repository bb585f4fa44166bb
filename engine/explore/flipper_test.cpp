// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/flipper.h"

#include <gtest/gtest.h>

#include "engine/explore/input_flipper.h"
#include "engine/explore/schedule_flipper.h"
#include "engine/solver/factory.h"

namespace cuttle {
namespace {

constexpr ChoiceKind race = ChoiceKind::race;

class FlipperTest : public testing::Test {
 protected:
  FlipperTest() {
    equipment_.pool = std::make_unique<ExprPool>();
    equipment_.solver = make_solver(*equipment_.pool, {});
    x_ = pool().variable("x", Sort::bits(8), "char");
  }
  ExprPool& pool() { return *equipment_.pool; }

  void add(ChoiceKind kind, AlternativeId taken, uint32_t other, ExprId condition,
           ExprId negation) {
    Choice choice;
    choice.kind = kind;
    choice.site = static_cast<SiteId>(run_.choices.size() + 1);
    choice.taken = taken;
    choice.condition = condition;
    choice.others_begin = static_cast<uint32_t>(run_.alternatives.size());
    choice.others_count = 1;
    run_.alternatives.push_back({other, negation});
    run_.choices.push_back(choice);
    run_.conditions.push_back(condition);
  }
  void add_race(uint32_t taken, uint32_t other) {
    add(race, taken, other, pool().true_expr(), pool().true_expr());
  }
  void add_branch(ExprId condition) {
    add(ChoiceKind::branch, 1, 0, condition, pool().not_(condition));
  }
  Flip flip_at(uint32_t index, AlternativeId alternative) const {
    Flip flip;
    flip.index = index;
    flip.alternative = alternative;
    return flip;
  }

  Equipment equipment_;
  ScheduleFlipper schedule_flipper_{equipment_, {}, [] { return 0.0; }};
  ExprId x_;
  Execution run_;
};

TEST_F(FlipperTest, ARaceIsFlippedByAScheduleWithTheInputsOfItsPrefix) {
  run_.inputs.set(pool().var_of(x_), Value::bits(8, 9));
  add_race(0, 1);
  add_branch(pool().eq(x_, pool().bits(8, 9)));
  add_race(1, 2);
  Flip flip = flip_at(2, 2);
  const Attempt attempt = schedule_flipper_.attempt(flip, run_);
  ASSERT_EQ(attempt.result, Attempt::Result::test);
  EXPECT_EQ(attempt.test.schedule.steps, (std::vector<uint32_t>{0, 2}));
  EXPECT_EQ(attempt.test.inputs, run_.inputs);
  EXPECT_EQ(first_divergence(attempt.expected, run_), 2u) << "the parent went another way";
}

TEST_F(FlipperTest, AWayOfSeveralStepsPrescribesTheThreadsToCome) {
  add_race(0, 1);
  Flip flip = flip_at(0, 0);
  flip.then = std::make_shared<const std::vector<PathStep>>(
      std::vector<PathStep>{{1, race, 1}, {2, ChoiceKind::branch, 0}, {1, race, 0}});
  const Attempt attempt = schedule_flipper_.attempt(flip, run_);
  EXPECT_EQ(attempt.test.schedule.steps, (std::vector<uint32_t>{1, 0}));
  EXPECT_EQ(attempt.expected.wanted, 1u);
  EXPECT_EQ(attempt.expected.then.size(), 2u);
}

TEST_F(FlipperTest, ABranchIsFlippedByInputsInTheOrderOfThreadsOfItsPrefix) {
  Variety variety;
  InputFlipper flipper(equipment_, variety, [] { return 0.0; });
  run_.inputs.set(pool().var_of(x_), Value::bits(8, 9));
  add_race(1, 0);
  add_branch(pool().eq(x_, pool().bits(8, 9)));
  add_race(0, 1);
  Flip flip = flip_at(1, 0);
  const Attempt attempt = flipper.attempt(flip, run_);
  ASSERT_EQ(attempt.result, Attempt::Result::test);
  EXPECT_EQ(attempt.test.schedule.steps, (std::vector<uint32_t>{1})) << "the rest is free";
  EXPECT_NE(attempt.test.inputs.get(pool().var_of(x_))->low64(), 9u);
  add_branch(pool().eq(x_, pool().bits(8, 9)));
  flip = flip_at(3, 0);
  EXPECT_EQ(flipper.attempt(flip, run_).result, Attempt::Result::infeasible);
}

// The run did not read y, whose default in the target may be another one.
TEST_F(FlipperTest, AnAlternativeSaysAllInputsThatItReliesOn) {
  Variety variety;
  InputFlipper flipper(equipment_, variety, [] { return 0.0; });
  const ExprId y = pool().variable("y", Sort::bits(1), "tag");
  run_.inputs.set(pool().var_of(x_), Value::bits(8, 9));
  const ExprId nine = pool().eq(x_, pool().bits(8, 9));
  add(ChoiceKind::branch, 1, 0, nine,
      pool().and_(pool().not_(nine), pool().eq(y, pool().bits(1, 0))));
  Flip flip = flip_at(0, 0);
  const Attempt attempt = flipper.attempt(flip, run_);
  ASSERT_EQ(attempt.result, Attempt::Result::test);
  ASSERT_TRUE(attempt.test.inputs.has(pool().var_of(y)));
  EXPECT_TRUE(attempt.test.inputs.get(pool().var_of(y))->is_zero());
}

}  // namespace
}  // namespace cuttle
