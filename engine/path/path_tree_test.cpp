// SPDX-License-Identifier: Apache-2.0
#include "engine/path/path_tree.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

namespace cuttle {
namespace {

using Verdict = PathTree::Verdict;

struct Step {
  SiteId site;
  AlternativeId taken;
  uint32_t alternatives = 2;
  bool open = false;
  bool flippable = true;
};

Execution run_of(const std::vector<Step>& steps) {
  Execution run;
  for (const Step& step : steps) {
    Choice choice;
    choice.site = step.site;
    choice.taken = step.taken;
    choice.open = step.open;
    choice.flippable = step.flippable;
    choice.others_begin = static_cast<uint32_t>(run.alternatives.size());
    if (!step.open) {
      for (uint32_t a = 0; a < step.alternatives; ++a)
        if (a != step.taken) run.alternatives.push_back({a, ExprId{1}});
    }
    choice.others_count = static_cast<uint32_t>(run.alternatives.size()) - choice.others_begin;
    run.choices.push_back(choice);
  }
  return run;
}

TEST(PathTree, OpensTheOtherSideOfEachChoice) {
  PathTree tree;
  auto first = tree.insert(run_of({{1, 0}, {2, 1}}));
  EXPECT_EQ(first.verdict, Verdict::fresh);
  ASSERT_EQ(first.opened.size(), 2u);
  EXPECT_EQ(first.opened[0].alternative, 1u);
  EXPECT_EQ(first.opened[1].alternative, 0u);
  EXPECT_FALSE(tree.all_closed());
}

TEST(PathTree, TellsWideAlternativesApart) {
  constexpr AlternativeId wide = (AlternativeId{1} << 32) + 7;
  PathTree tree;
  auto first = tree.insert(run_of({{1, 7, 2, true}}));
  ASSERT_EQ(first.opened.size(), 1u);
  EXPECT_EQ(first.opened[0].alternative, kAnyOther);
  ASSERT_TRUE(tree.claim(first.opened[0].node, kAnyOther));
  auto second = tree.insert(run_of({{1, wide, 2, true}}), {}, first.opened[0].node, 0);
  EXPECT_EQ(second.verdict, Verdict::fresh);
}

TEST(PathTree, ForgetsWhatIsExplored) {
  PathTree tree;
  auto first = tree.insert(run_of({{1, 0}, {2, 0}}));
  EXPECT_EQ(tree.node_count(), 2u);
  ASSERT_TRUE(tree.claim(first.opened[1].node, 1));
  auto second = tree.insert(run_of({{1, 0}, {2, 1}}), {}, first.opened[1].node, 1);
  EXPECT_EQ(second.verdict, Verdict::fresh);
  EXPECT_EQ(tree.node_count(), 1u);
  ASSERT_TRUE(tree.claim(first.opened[0].node, 1));
  tree.close(first.opened[0].node, 1, Closed::infeasible);
  EXPECT_TRUE(tree.all_closed());
  EXPECT_EQ(tree.node_count(), 0u);
}

TEST(PathTree, NoticesDuplicates) {
  PathTree tree;
  tree.insert(run_of({{1, 0}, {2, 0}}));
  EXPECT_EQ(tree.insert(run_of({{1, 0}, {2, 0}})).verdict, Verdict::duplicate);
}

TEST(PathTree, NoticesNonDeterminism) {
  PathTree tree;
  tree.insert(run_of({{1, 0}, {2, 0}}));
  EXPECT_EQ(tree.insert(run_of({{1, 0}, {3, 0}})).verdict, Verdict::mismatch);
  EXPECT_EQ(tree.insert(run_of({{1, 0}})).verdict, Verdict::mismatch);
}

TEST(PathTree, AFlipThatWasReachedOtherwiseCannotBeClaimed) {
  PathTree tree;
  auto first = tree.insert(run_of({{1, 0}, {2, 0}}));
  EXPECT_EQ(tree.insert(run_of({{1, 1}})).verdict, Verdict::fresh);  // a divergence got there
  EXPECT_FALSE(tree.claim(first.opened[0].node, 1));
}

TEST(PathTree, StaleHandlesAreHarmless) {
  PathTree tree;
  auto first = tree.insert(run_of({{1, 0}}));
  tree.close(first.opened[0].node, 1, Closed::infeasible);
  EXPECT_TRUE(tree.all_closed());
  EXPECT_FALSE(tree.claim(first.opened[0].node, 1));
  tree.close(first.opened[0].node, 1, Closed::infeasible);
  EXPECT_FALSE(tree.release(first.opened[0].node, 1));
}

TEST(PathTree, ChoicesBeyondTheDepthBoundAreNotOpened) {
  PathTree tree;
  auto first = tree.insert(run_of({{1, 0}, {2, 0}, {3, 0}}), {2, Closed::given_up});
  EXPECT_EQ(first.opened.size(), 2u);
}

TEST(PathTree, ChoicesThatAreNotFlippableStayClosed) {
  PathTree tree;
  auto first = tree.insert(run_of({{1, 1, 2, false, false}}));
  EXPECT_TRUE(first.opened.empty());
  EXPECT_TRUE(tree.all_closed());
}

TEST(PathTree, AnOpenChoiceIsReopenedUntilNothingIsLeft) {
  PathTree tree;
  auto first = tree.insert(run_of({{1, 7, 0, true}}));
  ASSERT_EQ(first.opened.size(), 1u);
  EXPECT_EQ(first.opened[0].alternative, kAnyOther);
  PathTree::NodeId node = first.opened[0].node;
  for (uint32_t alternative : {3u, 9u, 4u}) {
    ASSERT_TRUE(tree.claim(node, kAnyOther));
    EXPECT_EQ(tree.insert(run_of({{1, alternative, 0, true}}), {}, node, 0).verdict,
              Verdict::fresh);
    ASSERT_TRUE(tree.release(node, kAnyOther));
  }
  ASSERT_TRUE(tree.claim(node, kAnyOther));
  EXPECT_EQ(tree.insert(run_of({{1, 9, 0, true}}), {}, node, 0).verdict, Verdict::duplicate);
  tree.close(node, kAnyOther, Closed::infeasible);
  EXPECT_TRUE(tree.all_closed());
}

TEST(PathTree, RestoreOpensOnlyWhatWasPending) {
  PathTree tree;
  auto restored = tree.restore(run_of({{1, 0}, {2, 0}, {3, 0}}), {{1, 1}});
  ASSERT_EQ(restored.opened.size(), 1u);
  EXPECT_EQ(restored.opened[0].choice, 1u);
  auto other = tree.restore(run_of({{1, 0}, {2, 0}, {3, 1}, {4, 0}}), {{3, 1}});
  ASSERT_EQ(other.opened.size(), 1u);
  tree.close(restored.opened[0].node, 1, Closed::infeasible);
  EXPECT_FALSE(tree.all_closed());
  tree.close(other.opened[0].node, 1, Closed::infeasible);
  EXPECT_TRUE(tree.all_closed());
}

TEST(PathTree, RunsMayBeRestoredInAnyOrder) {
  PathTree tree;
  auto child = tree.restore(run_of({{1, 0}, {2, 1}, {4, 0}}), {{2, 1}});
  ASSERT_EQ(child.opened.size(), 1u);
  auto parent = tree.restore(run_of({{1, 0}, {2, 0}, {3, 0}}), {{0, 1}, {2, 1}});
  ASSERT_EQ(parent.opened.size(), 2u);
  EXPECT_TRUE(tree.claim(parent.opened[0].node, 1));
  tree.close(parent.opened[0].node, 1, Closed::infeasible);
  tree.close(parent.opened[1].node, 1, Closed::infeasible);
  EXPECT_FALSE(tree.all_closed());
  tree.close(child.opened[0].node, 1, Closed::infeasible);
  EXPECT_TRUE(tree.all_closed());
}

// Explores random finite programs through the tree alone and compares with plain enumeration.
TEST(PathTree, ExploresRandomTreesExactlyOnce) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    // A program: each node id has 1 to 4 alternatives and ends at depth 5.
    uint64_t salt = random();
    auto arity = [&](uint64_t node) { return 1 + (node * 0x9E3779B97F4A7C15ull ^ salt) % 4; };
    std::function<uint64_t(uint64_t, int)> count = [&](uint64_t node, int depth) -> uint64_t {
      if (depth == 5) return 1;
      uint64_t sum = 0;
      for (uint64_t a = 0; a < arity(node); ++a) sum += count(node * 5 + a + 1, depth + 1);
      return sum;
    };
    PathTree tree;
    std::set<std::vector<uint32_t>> seen;
    auto execute = [&](std::vector<uint32_t> wanted) {
      std::vector<Step> steps;
      uint64_t node = 0;
      for (int depth = 0; depth < 5; ++depth) {
        uint32_t n = static_cast<uint32_t>(arity(node));
        uint32_t taken = depth < static_cast<int>(wanted.size()) ? wanted[depth] : 0;
        steps.push_back({static_cast<SiteId>(node % 100000), taken, n});
        node = node * 5 + taken + 1;
      }
      return run_of(steps);
    };
    std::vector<std::pair<std::vector<uint32_t>, PathTree::Opened>> work;
    auto add = [&](const Execution& run, PathTree::NodeId from, uint32_t index) {
      auto insertion = tree.insert(run, {}, from, index);
      ASSERT_EQ(insertion.verdict, Verdict::fresh);
      std::vector<uint32_t> path;
      for (const Choice& choice : run.choices) path.push_back(choice.taken);
      EXPECT_TRUE(seen.insert(path).second);
      for (const auto& opened : insertion.opened) {
        std::vector<uint32_t> prefix(path.begin(), path.begin() + opened.choice);
        prefix.push_back(opened.alternative);
        work.push_back({prefix, opened});
      }
    };
    add(execute({}), 0, 0);
    while (!work.empty()) {
      auto [prefix, opened] = work.back();
      work.pop_back();
      ASSERT_TRUE(tree.claim(opened.node, opened.alternative));
      add(execute(prefix), opened.node, opened.choice);
    }
    EXPECT_EQ(seen.size(), count(0, 0));
    EXPECT_TRUE(tree.all_closed());
    EXPECT_EQ(tree.node_count(), 0u);
  }
}

TEST(PathTree, CountsWhatIsToBeTried) {
  PathTree tree;
  auto first = tree.insert(run_of({{1, 0}, {2, 0}}));
  EXPECT_EQ(tree.pending(), 2u);
  ASSERT_TRUE(tree.claim(first.opened[1].node, 1));
  EXPECT_EQ(tree.pending(), 2u) << "claimed ones are not done";
  tree.insert(run_of({{1, 0}, {2, 1}, {3, 0}}), {}, first.opened[1].node, 1);
  EXPECT_EQ(tree.pending(), 2u);
  tree.close(first.opened[0].node, 1, Closed::infeasible);
  EXPECT_EQ(tree.pending(), 1u);
}

TEST(PathTree, TellsOfClosingsWithTheirReasonsChildrenFirst) {
  PathTree tree;
  tree.tell_closings();
  auto first = tree.insert(run_of({{1, 0}, {2, 0}}));
  auto changes = tree.close(first.opened[1].node, 1, Closed::subsumed);
  ASSERT_EQ(changes.closed.size(), 1u);
  EXPECT_EQ(changes.closed[0].node, first.opened[1].node);
  EXPECT_EQ(changes.closed[0].parent, first.opened[0].node);
  EXPECT_EQ(changes.closed[0].at, 0u);
  ASSERT_EQ(changes.closed[0].alternatives.size(), 2u);
  EXPECT_EQ(changes.closed[0].alternatives[0].why, Closed::run);
  EXPECT_EQ(changes.closed[0].alternatives[1].why, Closed::subsumed);
  changes = tree.close(first.opened[0].node, 1, Closed::infeasible);
  ASSERT_EQ(changes.closed.size(), 1u);
  EXPECT_EQ(changes.closed[0].alternatives[1].why, Closed::infeasible);
  EXPECT_TRUE(tree.all_closed());
}

TEST(PathTree, WhatWasGivenUpIsToldUpToTheRoot) {
  PathTree tree;
  tree.tell_closings();
  auto first = tree.insert(run_of({{1, 0}, {2, 0}}));
  tree.close(first.opened[1].node, 1, Closed::given_up);
  auto changes = tree.close(first.opened[0].node, 1, Closed::infeasible);
  ASSERT_EQ(changes.closed.size(), 1u);
  EXPECT_EQ(changes.closed[0].alternatives[0].why, Closed::given_up);
}

TEST(PathTree, TwoWaysWithOneNumberAreNoticed) {
  PathTree tree;
  auto first = tree.insert(run_of({{1, 7, 0, true}}));
  ASSERT_TRUE(tree.claim(first.opened[0].node, kAnyOther));
  EXPECT_TRUE(tree.insert(run_of({{1, 7, 0, true}}), {}, first.opened[0].node, 0).merged);
}

TEST(PathTree, RunsThatPassAnOpenChoiceOnTheirOwnAreTold) {
  PathTree tree;
  auto first = tree.insert(run_of({{1, 7, 0, true}}));
  auto seed = tree.insert(run_of({{1, 8, 0, true}}));
  EXPECT_EQ(seed.joined, (std::vector<PathTree::NodeId>{first.opened[0].node}));
  EXPECT_TRUE(tree.insert(run_of({{1, 8, 0, true}})).joined.empty());
}

}  // namespace
}  // namespace cuttle
