// SPDX-License-Identifier: Apache-2.0
#include "engine/search/strategies.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/search/directed.h"
#include "engine/search/mixture.h"
#include "engine/search/rare.h"

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

// A chain of branches at sites 0..n-1: taking alternative 1 at site i leads on to site i+1.
TargetInfo chain(uint32_t n) {
  TargetInfo info;
  info.coverage.push_back({"branches", std::vector<SourceLocation>(2 * n)});
  for (uint32_t i = 0; i < n; ++i) {
    info.flow.first_point.push_back(2 * i);
    if (i + 1 == n) break;
    info.flow.edges.push_back({2 * i + 1, 2 * i + 2});
    info.flow.edges.push_back({2 * i + 1, 2 * i + 3});
  }
  return info;
}

TEST(FlowDistance, CountsEdgesToTheNearestUncoveredPoint) {
  TargetInfo info = chain(4);
  FlowDistance distance;
  distance.learn(info, std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6});  // all but site 3, true
  EXPECT_EQ(distance.of(3, 1), 0u);
  EXPECT_EQ(distance.of(2, 1), 1u);
  EXPECT_EQ(distance.of(1, 1), 2u);
  EXPECT_EQ(distance.of(0, 1), 3u);
  EXPECT_EQ(distance.of(0, 0), FlowDistance::unreachable);
  EXPECT_EQ(distance.of(77, 0), 1u);
}

TEST(Strategies, DirectedGoesWhereUncoveredCodeIsNear) {
  TargetInfo info = chain(4);
  FlowDirected directed;
  directed.learn(info, std::vector<uint32_t>{0, 2, 3, 4, 5, 6});
  auto flip_at = [&](uint32_t index) {
    Flip result = flip(index);
    result.site = index;
    result.alternative = 1;
    return result;
  };
  directed.add({flip_at(1), flip_at(0), flip_at(2)});
  EXPECT_EQ(directed.next()->index, 0u);  // site 0, true is itself uncovered
  EXPECT_EQ(directed.next()->index, 2u);
  EXPECT_EQ(directed.next()->index, 1u);
  EXPECT_FALSE(directed.next().has_value());
}

TEST(Strategies, DirectedStepsBackFromFruitlessTargets) {
  TargetInfo info = chain(4);
  FlowDirected directed;
  directed.learn(info, std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6});
  std::vector<Flip> flips;
  for (uint32_t i = 0; i < 100; ++i) {
    Flip near = flip(0), far = flip(1);
    near.site = 3;
    near.alternative = far.alternative = 1;
    flips.push_back(near);
    flips.push_back(far);
  }
  directed.add(std::move(flips));
  int far = 0;
  for (int i = 0; i < 40; ++i) far += directed.next()->index == 1;
  EXPECT_GT(far, 4);   // not starved
  EXPECT_LT(far, 20);  // but second
}

TEST(Strategies, DirectedStepsBackFromWhatOthersTryInVain) {
  TargetInfo info = chain(4);
  FlowDirected directed;
  directed.learn(info, std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6});
  Flip near = flip(0), far = flip(1);
  near.site = 3;
  near.alternative = far.alternative = 1;
  directed.add({near, far});
  for (int i = 0; i < 40; ++i) directed.tried_elsewhere(near);
  EXPECT_EQ(directed.next()->index, 1u);
  EXPECT_EQ(directed.next()->index, 0u);
}

Flip step(uint32_t index, uint64_t taken, uint64_t other, uint32_t times = 0) {
  Flip result = flip(index);
  result.taken_step = {taken, 0};
  result.step = {other, times};
  return result;
}

void run_opens(Strategy& strategy, const std::vector<Flip>& flips) {
  if (OpeningsListener* listener = strategy.listeners().openings) listener->notice(flips);
  strategy.add(flips);
}

TEST(Strategies, RarePrefersStepsThatNoRunTook) {
  RareFirst rare(RareFirst::Tell::kinds);
  run_opens(rare, {step(0, 10, 11)});
  run_opens(rare, {step(1, 11, 10), step(2, 20, 21)});
  EXPECT_EQ(rare.next()->index, 2u);
  // A run that takes it makes the next one wait.
  run_opens(rare, {step(3, 20, 21), step(4, 30, 31)});
  run_opens(rare, {step(5, 21, 20)});
  EXPECT_EQ(rare.next()->index, 4u);
}

TEST(Strategies, RareStepsBackFromWhatIsTriedInVain) {
  RareFirst rare(RareFirst::Tell::kinds);
  run_opens(rare, {step(0, 10, 11), step(1, 20, 21)});
  rare.tried_elsewhere(step(0, 10, 11));
  EXPECT_EQ(rare.next()->index, 1u);
  for (uint32_t i = 0; i < 100; ++i) run_opens(rare, {step(2, 30, 31), step(3, 40, 41)});
  int third = 0;
  for (int i = 0; i < 60; ++i) third += rare.next()->index == 2;
  EXPECT_NEAR(third, 30, 5);
}

TEST(Strategies, RepeatTellsTheFourthTimeFromTheFirst) {
  for (const RareFirst::Tell tell : {RareFirst::Tell::kinds, RareFirst::Tell::times}) {
    RareFirst strategy(tell);
    run_opens(strategy, {step(0, 11, 10), step(1, 20, 11, 3)});
    run_opens(strategy, {step(2, 10, 11)});
    EXPECT_EQ(strategy.next()->index == 1u, tell == RareFirst::Tell::times);
  }
}

TEST(Strategies, MixtureForgetsFlipsThatAnotherMemberTook) {
  Mixture mixture(1);
  for (uint32_t round = 0; round < 500; ++round) {
    mixture.add({flip(round)});
    ASSERT_TRUE(mixture.next().has_value());
    ASSERT_EQ(mixture.size(), 0u);
  }
  EXPECT_FALSE(mixture.next().has_value());
}

TEST(OpenFlips, ANumberOfAFlipThatIsGoneNeverFindsTheNextInItsPlace) {
  OpenFlips open;
  const uint64_t first = open.put(flip(1));
  const uint64_t second = open.put(flip(2));
  EXPECT_EQ(open.find(first)->index, 1u);
  EXPECT_EQ(open.take(first)->index, 1u);
  EXPECT_EQ(open.find(first), nullptr);
  const uint64_t third = open.put(flip(3));
  EXPECT_EQ(open.find(first), nullptr);
  EXPECT_FALSE(open.take(first).has_value());
  EXPECT_EQ(open.find(second)->index, 2u);
  EXPECT_EQ(open.take(third)->index, 3u);
  EXPECT_EQ(open.size(), 1u);
}

// What one member takes, the others must not hold on to.
TEST(Strategies, MixtureKeepsNothingOfFlipsThatAreGone) {
  KeptRuns runs(1 << 20);
  Mixture mixture(1);
  for (uint32_t round = 0; round < 500; ++round) {
    Flip first = flip(round), second = flip(round + 1);
    first.parent = second.parent = runs.keep(std::make_shared<Execution>());
    mixture.add({first, second});
    ASSERT_TRUE(mixture.next().has_value());
    ASSERT_TRUE(mixture.next().has_value());
    first.parent = second.parent = nullptr;
    ASSERT_EQ(runs.bytes(), 0u);
  }
}

// Turns of all members, flips that come and go: each one is handed out once, as often as members
// start again.
TEST(Strategies, MixtureLosesNothingWhenMembersStartAgain) {
  Mixture mixture(7);
  std::multiset<uint32_t> open;
  uint32_t next = 0;
  for (uint32_t round = 0; round < 3000; ++round) {
    const uint32_t wanted = round / 500 % 2 == 0 ? 3 : 0;  // grows, shrinks, grows
    for (uint32_t i = 0; i < wanted; ++i) {
      open.insert(next);
      mixture.add({flip(next++, round % 5)});
    }
    const auto taken = mixture.next();
    if (taken) {
      ASSERT_EQ(open.erase(taken->index), 1u);
    }
    ASSERT_EQ(mixture.size(), open.size());
  }
  while (const auto taken = mixture.next()) ASSERT_EQ(open.erase(taken->index), 1u);
  EXPECT_TRUE(open.empty());
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
