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
  EXPECT_TRUE(budget.begin_run());
  EXPECT_TRUE(budget.begun());
  EXPECT_TRUE(budget.begin_run());
  EXPECT_FALSE(budget.stopping());
  EXPECT_FALSE(budget.begin_run());
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

TEST(Budget, ConfirmingMayTakeALittleLonger) {
  Deadline now = deadline_in(0);
  const Deadline begin = now;
  Config config;
  config.time_seconds = 100;
  std::atomic<bool> interrupted = false;
  Budget budget(config, interrupted, [&] { return now; });
  EXPECT_EQ(budget.end(), deadline_after(begin, 100));
  EXPECT_EQ(budget.end_of_confirming(), deadline_after(begin, 105));
  now = deadline_after(begin, 99);
  EXPECT_FALSE(budget.stopping());
  EXPECT_NEAR(budget.seconds_left(), 1, 1e-6);
  now = deadline_after(begin, 100);
  EXPECT_EQ(budget.cause(), StopCause::time);
}

TEST(Budget, WhatCameBeforeTheCampaignCounts) {
  Deadline now = deadline_in(0);
  const Deadline begin = now;
  Config config;
  config.time_seconds = 100;
  config.limits.until = deadline_after(begin, 100);
  now = deadline_after(begin, 30);  // a build
  std::atomic<bool> interrupted = false;
  const Budget budget(config, interrupted, [&] { return now; });
  EXPECT_NEAR(budget.seconds_left(), 70, 1e-6);
  now = deadline_after(begin, 100);
  EXPECT_EQ(budget.cause(), StopCause::time);
}

}  // namespace
}  // namespace cuttle
