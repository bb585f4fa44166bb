// SPDX-License-Identifier: Apache-2.0
#include "engine/search/strategies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace cuttle {
namespace {

Flip flip(uint32_t index, uint32_t novelty = 0, uint32_t generation = 0, uint64_t run = 1) {
  Flip result;
  result.index = index;
  result.novelty = novelty;
  result.generation = generation;
  result.parent_run = run;
  return result;
}

std::vector<uint32_t> drain(Strategy& strategy) {
  std::vector<uint32_t> order;
  while (auto next = strategy.next()) order.push_back(next->index);
  return order;
}

TEST(Strategies, DepthFirstFlipsTheDeepestChoiceOfTheLatestRun) {
  DepthFirst dfs;
  dfs.add({flip(0), flip(1), flip(2)});
  EXPECT_EQ(dfs.next()->index, 2u);
  dfs.add({flip(5), flip(6)});
  EXPECT_EQ(drain(dfs), (std::vector<uint32_t>{6, 5, 1, 0}));
}

TEST(Strategies, BreadthFirstFlipsTheShallowestChoice) {
  BreadthFirst bfs;
  bfs.add({flip(3), flip(4)});
  bfs.add({flip(1), flip(9)});
  EXPECT_EQ(bfs.drop_worst()->index, 9u);
  EXPECT_EQ(drain(bfs), (std::vector<uint32_t>{1, 3, 4}));
}

TEST(Strategies, RandomIsUniformAndRepeatable) {
  std::array<int, 4> counts{};
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    UniformRandom random(seed), again(seed);
    random.add({flip(0), flip(1), flip(2), flip(3)});
    again.add({flip(0), flip(1), flip(2), flip(3)});
    std::vector<uint32_t> order = drain(random);
    EXPECT_EQ(order, drain(again));
    ++counts[order.front()];
  }
  for (int count : counts) EXPECT_NEAR(count, 1000, 150);
}

TEST(Strategies, GenerationalPrefersFlipsOfRunsThatCoveredNewCode) {
  Generational generational;
  generational.add({flip(0, 1), flip(1, 1)});
  generational.add({flip(2, 7), flip(3, 7)});
  EXPECT_EQ(generational.drop_worst()->index, 1u);
  EXPECT_EQ(drain(generational), (std::vector<uint32_t>{2, 3, 0}));
}

TEST(Strategies, AutoGoesDepthFirstWhenNothingIsNew) {
  Auto strategy;
  strategy.add({flip(0), flip(1)});
  strategy.add({flip(2, 3), flip(3, 3)});
  EXPECT_EQ(drain(strategy), (std::vector<uint32_t>{2, 3, 1, 0}));
}

TEST(Strategies, EveryNamedStrategyHandsOutEachFlipOnce) {
  for (const std::string& name : strategy_names()) {
    auto strategy = make_strategy(name, 42);
    ASSERT_NE(strategy, nullptr) << name;
    for (uint32_t i = 0; i < 50; ++i) strategy->add({flip(2 * i, i % 3), flip(2 * i + 1, i % 3)});
    EXPECT_EQ(strategy->size(), 100u);
    auto dropped = strategy->drop_worst();
    ASSERT_TRUE(dropped.has_value());
    std::vector<uint32_t> order = drain(*strategy);
    std::set<uint32_t> distinct(order.begin(), order.end());
    EXPECT_EQ(order.size(), 99u) << name;
    EXPECT_EQ(distinct.size(), 99u) << name;
    EXPECT_FALSE(distinct.contains(dropped->index)) << name;
    EXPECT_EQ(strategy->size(), 0u);
  }
  EXPECT_EQ(make_strategy("depth", 0), nullptr);
}

}  // namespace
}  // namespace cuttle
