// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/budget.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

TEST(Budget, CountsRunsOfThisProcessOnly) {
  Config config;
  config.max_runs = 2;
  std::atomic<bool> interrupted = false;
  Budget budget(config, interrupted);
  budget.resume(5, 10);
  EXPECT_FALSE(budget.begun());
  EXPECT_EQ(budget.begin_run(), 11u);
  EXPECT_TRUE(budget.begun());
  EXPECT_EQ(budget.begin_run(), 12u);
  EXPECT_FALSE(budget.stopping());
  EXPECT_EQ(budget.begin_run(), 0u);
  EXPECT_EQ(budget.cause(), StopCause::runs);
  EXPECT_GE(budget.seconds(), 5);
  EXPECT_LT(budget.elapsed(), 5);
}

TEST(Budget, TheFirstCauseCountsButAnInterruptIsTold) {
  const Config config;
  std::atomic<bool> interrupted = false;
  Budget budget(config, interrupted);
  budget.stop(StopCause::bug);
  budget.stop(StopCause::covered);
  EXPECT_EQ(budget.cause(), StopCause::bug);
  interrupted = true;
  EXPECT_EQ(budget.cause(), StopCause::interrupt);
}

TEST(Budget, TimeEndsIt) {
  Config config;
  config.time_seconds = 1e-9;
  std::atomic<bool> interrupted = false;
  Budget budget(config, interrupted);
  EXPECT_EQ(budget.cause(), StopCause::time);
  EXPECT_GT(budget.seconds_left(), 0) << "0 would mean no limit";
  config.time_seconds = 0;
  EXPECT_EQ(budget.cause(), StopCause::none);
  EXPECT_EQ(budget.seconds_left(), 0);
}

}  // namespace
}  // namespace cuttle
