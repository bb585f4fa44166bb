// SPDX-License-Identifier: Apache-2.0
#include "engine/support/patience.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

namespace cuttle {
namespace {

void sleep_for(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

TEST(Patience, LastsForAProcessThatUsesLittleTime) {
  Patience patience(0.05, getpid());
  sleep_for(0.06);
  EXPECT_TRUE(patience.lasts(getpid()));
  EXPECT_GE(patience.next(), 0.05);
}

TEST(Patience, EndsForAProcessThatSleepsTooLong) {
  Patience patience(0.05, getpid());
  sleep_for(0.2);
  EXPECT_FALSE(patience.lasts(getpid()));
}

TEST(Patience, EndsWhenTheTimeIsUsed) {
  Patience patience(0.02, getpid());
  const clock_t start = clock();
  while (clock() - start < CLOCKS_PER_SEC * 0.03) {
  }
  EXPECT_FALSE(patience.lasts(getpid()));
}

TEST(Patience, WaitsForAProcessThatIsNotThereYet) {
  Patience patience(0.05, 0);
  EXPECT_TRUE(patience.lasts(0));
  sleep_for(0.6);
  EXPECT_FALSE(patience.lasts(0));
}

}  // namespace
}  // namespace cuttle
