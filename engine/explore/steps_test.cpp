// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/steps.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace cuttle {
namespace {

Execution run_of(const std::vector<std::pair<SiteId, uint32_t>>& choices) {
  Execution execution;
  for (const auto& [site, taken] : choices) {
    Choice choice;
    choice.site = site;
    choice.taken = taken;
    execution.choices.push_back(choice);
  }
  return execution;
}

void expect_same(const Step& a, const Step& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.times, b.times);
}

TEST(Steps, DifferBySiteWayAndTheChoiceBefore) {
  const Execution run = run_of({{1, 0}, {2, 0}, {1, 1}, {2, 0}, {3, 0}});
  Steps steps;
  steps.begin(run);
  std::set<uint64_t> all;
  for (uint32_t i = 0; i < run.choices.size(); ++i)
    for (uint32_t way : {0u, 1u}) all.insert(steps.of(i, way).kind);
  EXPECT_EQ(all.size(), 10u);
}

TEST(Steps, AreTheSameInRunsThatDoTheSame) {
  const Execution first = run_of({{1, 0}, {2, 0}, {3, 1}}),
                  second = run_of({{7, 0}, {2, 0}, {3, 1}});
  Steps steps;
  steps.begin(first);
  const uint64_t there = steps.of(2, 1).kind, before = steps.of(1, 0).kind;
  steps.begin(second);
  EXPECT_EQ(steps.of(2, 1).kind, there);
  EXPECT_NE(steps.of(1, 0).kind, before);
}

TEST(Steps, CountHowOftenInPowersOfTwo) {
  const Execution run = run_of(std::vector<std::pair<SiteId, uint32_t>>(40, {5, 1}));
  Steps steps;
  steps.begin(run);
  // The first choice of all comes after none.
  const uint32_t expected[] = {0, 0, 1, 2, 2, 3, 3, 3, 3, 4};
  for (uint32_t i = 0; i < 10; ++i) EXPECT_EQ(steps.of(i, 1).times, expected[i]) << i;
  EXPECT_EQ(steps.of(39, 1).times, 6u);
  EXPECT_EQ(steps.of(39, 0).times, 0u);
}

TEST(Steps, DoNotDependOnTheOrderOfQuestionsOrTheRunsBefore) {
  std::mt19937 random(1);
  std::vector<std::pair<SiteId, uint32_t>> choices;
  for (unsigned i = 0; i < 5'000; ++i) choices.push_back({random() % 2'000, random() % 2});
  const Execution large = run_of(choices), small = run_of({{1, 0}, {2, 1}, {1, 0}, {2, 1}});
  Steps fresh, used;
  fresh.begin(small);
  used.begin(large);
  std::vector<Step> forward;
  for (uint32_t i = 0; i < choices.size(); ++i) forward.push_back(used.of(i, 1));
  for (uint32_t i : {4'999u, 17u, 3'000u, 3'000u, 0u}) expect_same(used.of(i, 1), forward[i]);
  used.begin(small);
  for (uint32_t i = 0; i < 4; ++i) expect_same(used.of(i, 1), fresh.of(i, 1));
}

}  // namespace
}  // namespace cuttle
