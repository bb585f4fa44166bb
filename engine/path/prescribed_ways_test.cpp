// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "engine/path/path_tree.h"

namespace cuttle {
namespace {

using Prescribed = PathTree::Prescribed;
using State = PathTree::State;

constexpr ChoiceKind race = ChoiceKind::race, branch = ChoiceKind::branch;

// A run through races and branches, each with two alternatives: 0 and 1.
Execution run_of(const std::vector<PathStep>& steps) {
  Execution run;
  for (const PathStep& step : steps) {
    Choice choice;
    choice.site = step.site;
    choice.kind = step.kind;
    choice.taken = step.alternative;
    choice.others_begin = static_cast<uint32_t>(run.alternatives.size());
    choice.others_count = 1;
    run.alternatives.push_back({step.alternative == 0 ? 1u : 0u, ExprId{1}});
    run.choices.push_back(choice);
  }
  return run;
}

class Ways : public testing::Test {
 protected:
  Ways() {
    tree_.order_races();
    tree_.tell_closings();
  }
  State state(PathTree::NodeId node, size_t i) { return tree_.alternatives(node).at(i).state; }

  PathTree tree_;
  PathTree::Edge end_;
  PathTree::Changes changes_;
};

TEST_F(Ways, ARaceOpensNothingByItself) {
  auto first = tree_.insert(run_of({{1, race, 0}, {2, branch, 0}}));
  ASSERT_EQ(first.opened.size(), 1u) << "the branch only";
  tree_.close(first.opened[0].node, 1, Closed::infeasible);
  EXPECT_TRUE(tree_.all_closed());
}

TEST_F(Ways, ALaterRunOpensAnAlternativeOfAnAncestor) {
  const Execution run = run_of({{1, race, 0}, {1, race, 0}});
  auto arrival = tree_.arrive(run, {}, 0, 0);
  ASSERT_EQ(arrival.nodes.size(), 2u);
  const std::vector<PathStep> way = {{1, race, 1}, {1, race, 0}};
  EXPECT_EQ(tree_.prescribe(arrival.nodes[0], way, end_, changes_), Prescribed::held)
      << "the way that was taken comes first";
  changes_ = tree_.finish(arrival, Closed::run);
  ASSERT_EQ(changes_.opened.size(), 1u) << "its turn has come";
  EXPECT_EQ(changes_.opened[0].node, end_.node);
  EXPECT_EQ(tree_.way(end_.node), (std::vector<PathStep>{{1, race, 1}}));
  ASSERT_TRUE(tree_.claim(end_.node, end_.alternative));
  auto second = tree_.insert(run_of({{1, race, 1}, {1, race, 0}, {2, branch, 0}}));
  EXPECT_EQ(second.verdict, PathTree::Verdict::fresh);
  ASSERT_EQ(second.opened.size(), 1u) << "what follows the last step is open as usual";
  EXPECT_FALSE(tree_.all_closed());
  tree_.close(second.opened[0].node, 1, Closed::infeasible);
  EXPECT_TRUE(tree_.all_closed());
}

TEST_F(Ways, BranchesAlongAPrescribedWayAreExploredElsewhere) {
  auto arrival = tree_.arrive(run_of({{1, race, 0}, {2, branch, 0}, {1, race, 0}}), {}, 0, 0);
  const std::vector<PathStep> way = {{1, race, 1}, {2, branch, 0}, {1, race, 0}};
  tree_.prescribe(arrival.nodes[0], way, end_, changes_);
  tree_.close(arrival.opened[0].node, 1, Closed::infeasible);
  tree_.finish(arrival, Closed::run);
  ASSERT_TRUE(tree_.claim(end_.node, end_.alternative));
  EXPECT_TRUE(tree_.insert(run_of(way)).opened.empty());
  EXPECT_TRUE(tree_.all_closed());
}

TEST_F(Ways, AWayThatEndsOnAnotherOpensWhatThatOneLeftOut) {
  auto arrival = tree_.arrive(run_of({{1, race, 0}, {2, branch, 0}, {1, race, 0}}), {}, 0, 0);
  const std::vector<PathStep> longer = {{1, race, 1}, {2, branch, 0}, {1, race, 0}};
  tree_.prescribe(arrival.nodes[0], longer, end_, changes_);
  tree_.close(arrival.opened[0].node, 1, Closed::infeasible);
  tree_.finish(arrival, Closed::run);
  ASSERT_TRUE(tree_.claim(end_.node, end_.alternative));
  auto second = tree_.arrive(run_of(longer), {}, 0, 0);
  const std::vector<PathStep> shorter = {{1, race, 1}};
  PathTree::Edge other;
  EXPECT_EQ(tree_.prescribe(second.nodes[0], shorter, other, changes_), Prescribed::known);
  ASSERT_EQ(changes_.opened.size(), 1u);
  EXPECT_EQ(changes_.opened[0].node, second.nodes[1]) << "the branch";
  EXPECT_EQ(changes_.opened[0].alternative, 1u);
  tree_.finish(second, Closed::run);
  EXPECT_FALSE(tree_.all_closed());
  tree_.close(second.nodes[1], 1, Closed::infeasible);
  EXPECT_TRUE(tree_.all_closed());
}

TEST_F(Ways, AlternativesOfARaceHaveTheirTurnsInOrder) {
  auto arrival = tree_.arrive(run_of({{1, race, 0}}), {}, 0, 0);
  const PathTree::NodeId node = arrival.nodes[0];
  const std::vector<PathStep> one = {{1, race, 1}}, two = {{1, race, 2}};
  EXPECT_EQ(tree_.prescribe(node, one, end_, changes_), Prescribed::held);
  EXPECT_EQ(tree_.prescribe(node, two, end_, changes_), Prescribed::held);
  EXPECT_EQ(tree_.prescribe(node, two, end_, changes_), Prescribed::known);
  EXPECT_EQ(tree_.pending(), 2u) << "held ones count";
  changes_ = tree_.finish(arrival, Closed::run);
  ASSERT_EQ(changes_.opened.size(), 1u);
  EXPECT_EQ(changes_.opened[0].alternative, 1u);
  EXPECT_EQ(state(node, 2), State::held);
  EXPECT_FALSE(tree_.claim(node, 2));
  changes_ = tree_.close(node, 1, Closed::infeasible);
  ASSERT_EQ(changes_.opened.size(), 1u);
  EXPECT_TRUE(tree_.claim(node, 2));
}

TEST_F(Ways, WhatIsGoneOrExploredIsRefused) {
  auto arrival = tree_.arrive(run_of({{1, race, 0}, {2, race, 0}}), {}, 0, 0);
  const std::vector<PathStep> taken = {{2, race, 0}}, elsewhere = {{3, race, 1}};
  EXPECT_EQ(tree_.prescribe(arrival.nodes[1], elsewhere, end_, changes_), Prescribed::refused)
      << "another site";
  EXPECT_EQ(tree_.prescribe(arrival.nodes[1], taken, end_, changes_), Prescribed::known);
  tree_.finish(arrival, Closed::run);
  EXPECT_EQ(tree_.prescribe(arrival.nodes[1], taken, end_, changes_), Prescribed::refused);
  EXPECT_TRUE(tree_.way(arrival.nodes[1]).empty());
}

}  // namespace
}  // namespace cuttle
