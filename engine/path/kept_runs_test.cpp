// SPDX-License-Identifier: Apache-2.0
#include "engine/path/kept_runs.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

std::shared_ptr<const Execution> of_choices(size_t count) {
  auto execution = std::make_shared<Execution>();
  execution->choices.resize(count);
  return execution;
}

TEST(KeptRuns, LetsTheOldestGo) {
  KeptRuns runs(100'000);
  std::vector<std::shared_ptr<KeptRun>> kept;
  for (int i = 0; i < 1000; ++i) kept.push_back(runs.keep(of_choices(100)));
  EXPECT_LE(runs.bytes(), 100'000u);
  EXPECT_GT(runs.bytes(), 90'000u);
  EXPECT_FALSE(kept.front()->execution());
  EXPECT_TRUE(kept.back()->execution());

  runs.restore(*kept.front(), of_choices(100));
  ASSERT_TRUE(kept.front()->execution());
  EXPECT_EQ(kept.front()->execution()->choices.size(), 100u);
  EXPECT_LE(runs.bytes(), 100'000u);
}

TEST(KeptRuns, KeepsTheLatestHoweverLargeItIs) {
  KeptRuns runs(1000);
  const auto small = runs.keep(of_choices(1)), large = runs.keep(of_choices(100'000));
  EXPECT_FALSE(small->execution());
  EXPECT_TRUE(large->execution());
}

TEST(KeptRuns, ForgetsRunsThatNoFlipRefersTo) {
  KeptRuns runs(1 << 20);
  auto first = runs.keep(of_choices(10)), second = runs.keep(of_choices(10));
  const uint64_t both = runs.bytes();
  first.reset();
  EXPECT_EQ(runs.bytes() * 2, both);
  runs.let_all_go();
  EXPECT_FALSE(second->execution());
  EXPECT_EQ(runs.bytes(), 0u);
}

}  // namespace
}  // namespace cuttle
