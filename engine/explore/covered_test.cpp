// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/covered.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

using Points = std::vector<uint32_t>;

std::vector<CoverageFamily> families(size_t branches, size_t lines) {
  return {{"branches", std::vector<SourceLocation>(branches)},
          {"lines", std::vector<SourceLocation>(lines)}};
}

TEST(Covered, TellsWhatIsNew) {
  Covered covered("");
  EXPECT_EQ(covered.add({3, 1, 3}), (Points{3, 1}));
  EXPECT_EQ(covered.add({1, 2}), (Points{2}));
  EXPECT_TRUE(covered.has_all({1, 2, 3}));
  EXPECT_FALSE(covered.has_all({1, 4}));
  size_t seen = 1;
  EXPECT_EQ(covered.since(seen), (Points{1, 2}));
  EXPECT_EQ(covered.since(seen), Points{});
}

TEST(Covered, CountsByFamily) {
  Covered covered("");
  EXPECT_TRUE(covered.publish(families(2, 3)));
  EXPECT_FALSE(covered.publish(families(2, 3)));
  covered.add({0, 2, 3});
  EXPECT_EQ(covered.first_family().covered, 1u);
  EXPECT_EQ(covered.counts().at("lines").covered, 2u);
  EXPECT_EQ(covered.counts().at("lines").total, 3u);
  EXPECT_TRUE(covered.publish(families(2, 4))) << "the program grew";
}

TEST(Covered, AGoalIsReachedWhenItsFamilyIs) {
  Covered covered("lines");
  EXPECT_FALSE(covered.has_goal());
  covered.publish(families(2, 2));
  EXPECT_TRUE(covered.has_goal());
  covered.add({0, 2});
  EXPECT_FALSE(covered.goal_reached());
  covered.add({3});
  EXPECT_TRUE(covered.goal_reached());
  Covered other("errors");
  other.publish(families(0, 0));
  EXPECT_FALSE(other.has_goal());
  EXPECT_FALSE(other.goal_reached());
}

}  // namespace
}  // namespace cuttle
