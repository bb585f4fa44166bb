// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/bugs.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

Outcome shown(const std::string& key) {
  Outcome outcome;
  outcome.kind = Outcome::Kind::bug;
  outcome.key = key;
  return outcome;
}

BugReport report(const std::string& key, bool confirmed, const std::string& message = "") {
  BugReport bug;
  bug.key = key;
  bug.confirmed = confirmed;
  bug.message = message;
  return bug;
}

TEST(Bugs, AreToldApartByTheirKeys) {
  Bugs bugs;
  EXPECT_TRUE(bugs.is_new(shown("a")));
  EXPECT_FALSE(bugs.is_new(shown("a")));
  EXPECT_TRUE(bugs.is_new(shown("b")));
  EXPECT_TRUE(bugs.report(report("a", true, "first")));
  EXPECT_FALSE(bugs.report(report("a", true, "second")));
  ASSERT_EQ(bugs.count(), 1u);
  EXPECT_EQ(bugs.list()[0].message, "first");
}

TEST(Bugs, AreTriedAgainWhileTheyAreDoubtful) {
  Bugs bugs;
  EXPECT_TRUE(bugs.is_new(shown("a")));
  EXPECT_TRUE(bugs.report(report("a", false)));
  unsigned tries = 0;
  while (tries < 100 && bugs.is_new(shown("a"))) ++tries;
  EXPECT_EQ(tries, 10u);
  EXPECT_TRUE(bugs.report(report("a", true)));
  EXPECT_FALSE(bugs.is_new(shown("a")));
  EXPECT_EQ(bugs.count(), 1u);
  EXPECT_TRUE(bugs.list()[0].confirmed);
}

TEST(Bugs, OfAnEarlierProcessAreKnown) {
  Bugs bugs;
  bugs.restore({report("a", true), report("b", false)});
  EXPECT_FALSE(bugs.is_new(shown("a")));
  EXPECT_EQ(bugs.count(), 1u);
  EXPECT_EQ(bugs.take_unconfirmed()->key, "b");
  EXPECT_FALSE(bugs.take_unconfirmed());
}

}  // namespace
}  // namespace cuttle
