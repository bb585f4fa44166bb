// SPDX-License-Identifier: Apache-2.0
#include "engine/support/suggest.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

TEST(Suggest, FindsTheNearest) {
  std::vector<std::string> options = {"max-runs", "max-depth", "run-timeout", "time"};
  EXPECT_EQ(nearest("max-run", options), "max-runs");
  EXPECT_EQ(nearest("maxruns", options), "max-runs");
  EXPECT_EQ(nearest("tmie", options), "time");
  EXPECT_EQ(nearest("Time", options), "time");
}

TEST(Suggest, FindsBeginningsAndEnds) {
  EXPECT_EQ(nearest("timeout", {"max-runs", "run-timeout"}), "run-timeout");
  EXPECT_EQ(nearest("gen", {"dfs", "generational"}), "generational");
}

TEST(Suggest, StaysSilentWhenNothingIsNear) {
  EXPECT_EQ(nearest("frobnicate", {"dfs", "bfs"}), "");
  EXPECT_EQ(nearest("x", {}), "");
  EXPECT_EQ(nearest("", {"dfs"}), "");
  EXPECT_EQ(did_you_mean("frobnicate", {"dfs"}), "");
}

TEST(Suggest, SaysIt) {
  EXPECT_EQ(did_you_mean("dsf", {"bfs", "dfs"}), "did you mean `dfs'?");
}

}  // namespace
}  // namespace cuttle
