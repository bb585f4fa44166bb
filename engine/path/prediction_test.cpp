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

// A run through choices of two alternatives at the sites 1, 2, ...
Execution run_through(const std::vector<AlternativeId>& taken) {
  Execution run;
  for (AlternativeId alternative : taken) {
    Choice choice;
    choice.site = static_cast<SiteId>(run.choices.size() + 1);
    choice.taken = alternative;
    choice.others_count = 1;
    run.choices.push_back(choice);
  }
  return run;
}

TEST(Prediction, HoldsForThePrefixAndTheFlip) {
  const Execution parent = run_through({0, 1, 0});
  const Prediction prediction{&parent, 1, 0};
  EXPECT_FALSE(first_divergence(prediction, run_through({0, 0, 1})));
  EXPECT_EQ(first_divergence(prediction, run_through({0, 1, 0})), 1u) << "not flipped";
  EXPECT_EQ(first_divergence(prediction, run_through({1, 0})), 0u);
  EXPECT_EQ(first_divergence(prediction, run_through({0})), 1u) << "ended too early";
  EXPECT_EQ(predicted_site(prediction, 0), 1u);
  EXPECT_EQ(predicted_site(prediction, 1), 2u);
}

TEST(Prediction, AnyOtherIsAnyButTheParents) {
  const Execution parent = run_through({5});
  const Prediction prediction{&parent, 0, kAnyOther};
  EXPECT_FALSE(first_divergence(prediction, run_through({6})));
  EXPECT_EQ(first_divergence(prediction, run_through({5})), 0u);
}

TEST(Prediction, StepsThatArePrescribedAreChecked) {
  const Execution parent = run_through({0, 0});
  const ChoiceKind branch = ChoiceKind::branch;
  const Prediction prediction{&parent, 0, 1, {{2, branch, 1}, {3, branch, 0}}};
  EXPECT_FALSE(first_divergence(prediction, run_through({1, 1, 0, 1})));
  EXPECT_EQ(first_divergence(prediction, run_through({1, 1, 1})), 2u);
  EXPECT_EQ(first_divergence(prediction, run_through({1, 1})), 2u);
  EXPECT_EQ(predicted_site(prediction, 2), 3u);
  Execution with_formality = run_through({1, 0, 1, 0});
  with_formality.choices[1].others_count = 0;
  for (size_t i = 2; i < 4; ++i) with_formality.choices[i].site = static_cast<SiteId>(i);
  EXPECT_FALSE(first_divergence(prediction, with_formality)) << "formalities are no steps";
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
