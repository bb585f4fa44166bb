// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/policy.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace cuttle {
namespace {

CuttleStep policy(CuttlePolicy kind, uint64_t seed, uint32_t depth = 0, uint32_t steps = 0) {
  CuttleStep step{};
  step.kind = CUTTLE_STEP_POLICY;
  step.operation = static_cast<uint8_t>(kind);
  step.from = static_cast<uint32_t>(seed);
  step.to = static_cast<uint32_t>(seed >> 32);
  step.a = depth;
  step.b = steps;
  return step;
}

// Three threads with three operations each that do not depend on each other.
std::string order(const CuttleStep* step) {
  CuttleChooser chooser;
  cuttle_chooser_begin(&chooser, step);
  std::string order;
  uint32_t done[3] = {}, last = CUTTLE_NONE;
  for (uint32_t i = 0; i < 9; ++i) {
    CuttleCandidate candidates[3];
    uint32_t count = 0;
    for (uint32_t t = 0; t < 3; ++t)
      if (done[t] < 3) candidates[count++] = {t, done[t], 0, 0};
    last = candidates[cuttle_choose(&chooser, candidates, count, i, last)].thread;
    ++done[last];
    order += static_cast<char>('0' + last);
  }
  return order;
}

size_t preemptions(const std::string& order) {
  size_t result = 0;
  for (size_t i = 1; i < order.size(); ++i)
    result += order[i] != order[i - 1] && order.find(order[i - 1], i) != std::string::npos;
  return result;
}

TEST(Policy, StaysWithAThread) {
  EXPECT_EQ(order(nullptr), "000111222");
}

TEST(Policy, AWakeWithoutASignalComesLast) {
  CuttleChooser chooser;
  for (const CuttlePolicy kind : {CUTTLE_POLICY_STAY, CUTTLE_POLICY_RANDOM, CUTTLE_POLICY_PCT}) {
    const CuttleStep step = policy(kind, 3, 1, 9);
    cuttle_chooser_begin(&chooser, &step);
    const CuttleCandidate candidates[] = {{0, 0, 0, 1}, {1, 0, 0, 0}};
    EXPECT_EQ(cuttle_choose(&chooser, candidates, 2, 0, 0), 1u);
    EXPECT_EQ(cuttle_choose(&chooser, candidates, 1, 0, 0), 0u);
  }
}

TEST(Policy, ASeedIsAnOrder) {
  for (const CuttlePolicy kind : {CUTTLE_POLICY_RANDOM, CUTTLE_POLICY_PCT, CUTTLE_POLICY_POS}) {
    std::set<std::string> orders;
    for (uint64_t seed = 0; seed < 300; ++seed) {
      const CuttleStep step = policy(kind, seed << 20, 3, 9);
      EXPECT_EQ(order(&step), order(&step));
      orders.insert(order(&step));
    }
    EXPECT_GT(orders.size(), kind == CUTTLE_POLICY_RANDOM ? 200u : 60u);
  }
}

TEST(Policy, PctPreemptsLessOftenThanItsDepth) {
  std::map<uint32_t, size_t> most;
  for (uint32_t depth = 1; depth <= 4; ++depth)
    for (uint64_t seed = 0; seed < 500; ++seed) {
      const CuttleStep step = policy(CUTTLE_POLICY_PCT, seed, depth, 9);
      most[depth] = std::max(most[depth], preemptions(order(&step)));
    }
  for (uint32_t depth = 1; depth <= 4; ++depth) EXPECT_EQ(most[depth], depth - 1);
}

}  // namespace
}  // namespace cuttle
