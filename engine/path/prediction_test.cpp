// SPDX-License-Identifier: Apache-2.0
#include "engine/path/prediction.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace cuttle {
namespace {

class NormaliserTest : public testing::Test {
 protected:
  // A branch that was taken because `condition` holds.
  void branch(ExprId condition, ChoiceKind kind = ChoiceKind::branch) {
    Choice choice;
    choice.condition = condition;
    choice.taken = 1;
    choice.kind = kind;
    choice.others_begin = static_cast<uint32_t>(run_.alternatives.size());
    choice.others_count = 1;
    run_.alternatives.push_back({0, pool_.not_(condition)});
    run_.choices.push_back(choice);
  }
  std::vector<bool> flippable() {
    normaliser_.normalise(pool_, run_);
    std::vector<bool> result;
    for (const Choice& choice : run_.choices) result.push_back(is_real(choice) && choice.flippable);
    run_ = {};
    return result;
  }

  ExprPool pool_;
  ExprId a_ = pool_.variable("a", Sort::boolean());
  ExprId b_ = pool_.variable("b", Sort::boolean());
  Normaliser normaliser_;
  Execution run_;
};

TEST_F(NormaliserTest, AConditionThatCannotBeOtherwiseIsAFormality) {
  branch(pool_.true_expr());
  branch(a_);
  EXPECT_EQ(flippable(), (std::vector<bool>{false, true}));
}

TEST_F(NormaliserTest, AConditionThatHeldBeforeIsNotFlippedAgain) {
  branch(a_);
  branch(b_);
  branch(a_);
  EXPECT_EQ(flippable(), (std::vector<bool>{true, true, false}));
  branch(b_);
  branch(pool_.not_(a_));
  EXPECT_EQ(flippable(), (std::vector<bool>{true, true})) << "another run";
}

TEST_F(NormaliserTest, AFormalityStaysPartOfThePath) {
  branch(a_);
  branch(a_);
  normaliser_.normalise(pool_, run_);
  EXPECT_TRUE(is_real(run_.choices[1]));
  EXPECT_EQ(run_.conditions, (std::vector<ExprId>{a_, a_}));
}

TEST_F(NormaliserTest, ARaceIsNotDecidedByConditions) {
  branch(a_);
  branch(a_, ChoiceKind::race);
  EXPECT_EQ(flippable(), (std::vector<bool>{true, true}));
}

TEST_F(NormaliserTest, AnotherPoolBeginsAnew) {
  branch(a_);
  flippable();
  normaliser_.forget_expressions();
  branch(a_);
  EXPECT_EQ(flippable(), (std::vector<bool>{true}));
}

Execution run_that_took(AlternativeId taken) {
  Choice choice;
  choice.site = 3;
  choice.taken = taken;
  choice.open = true;
  Execution run;
  run.choices.push_back(choice);
  return run;
}

TEST(PathDigest, KnowsAllBitsOfAnAlternative) {
  std::set<std::string> digests;
  for (unsigned bit = 0; bit < 64; ++bit)
    digests.insert(path_digest(run_that_took(AlternativeId{1} << bit)));
  digests.insert(path_digest(run_that_took(0)));
  digests.insert(path_digest(run_that_took((AlternativeId{1} << 32) + 1)));
  EXPECT_EQ(digests.size(), 66u);
}

TEST(AlternativeOfValue, IsNeverTheStandInForAnyOther) {
  EXPECT_NE(alternative_of_value(~uint64_t{0}), kAnyOther);
  EXPECT_EQ(alternative_of_value(~uint64_t{0} - 1), ~uint64_t{0} - 1);
}

}  // namespace
}  // namespace cuttle
