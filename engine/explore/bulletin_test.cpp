// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/bulletin.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

using Verdict = PathTree::Verdict;

TEST(Bulletin, CountsWhatRunsCameTo) {
  Bulletin bulletin{Config()};
  Execution run;
  bulletin.count_run(run, Verdict::fresh, true, false);
  bulletin.count_run(run, Verdict::duplicate, true, false);
  bulletin.count_run(run, Verdict::duplicate, false, false);  // a test of the user
  bulletin.count_run(run, Verdict::mismatch, true, true);
  run.outcome.kind = Outcome::Kind::rejected;
  bulletin.count_run(run, Verdict::fresh, true, false);
  run.outcome.kind = Outcome::Kind::lost;
  bulletin.count_run(run, Verdict::fresh, true, false);
  const Summary summary = bulletin.summary();
  EXPECT_EQ(summary.runs, 6u);
  EXPECT_EQ(summary.paths, 1u);
  EXPECT_EQ(summary.duplicate_paths, 1u);
  EXPECT_EQ(summary.divergences, 2u);
  EXPECT_EQ(summary.rejected, 1u);
}

TEST(Bulletin, SmallCampaignsHaveAFileForEachTestLargeOnesForThoseWorthIt) {
  Bulletin bulletin{Config()};
  EXPECT_FALSE(bulletin.take_test_file(false, false));
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(bulletin.take_test_file(false, true));
  EXPECT_FALSE(bulletin.take_test_file(false, true));
  EXPECT_TRUE(bulletin.take_test_file(true, true));
  EXPECT_EQ(bulletin.summary().tests, 1001u);
}

TEST(Bulletin, TellsNewsOnce) {
  Bulletin bulletin{Config()};
  bulletin.note("a");
  bulletin.note("a");
  bulletin.found({});
  Bulletin::News news = bulletin.wait(1, 10);
  EXPECT_EQ(news.notes, (std::vector<std::string>{"a"}));
  EXPECT_EQ(news.bugs.size(), 1u);
  EXPECT_TRUE(bulletin.wait(1, 0).bugs.empty());
  bulletin.leave({}, 3);
  EXPECT_TRUE(bulletin.all_left(1));
  EXPECT_EQ(bulletin.flips_left(), 3u);
}

TEST(Bulletin, TheFirstFailureIsKept) {
  Bulletin bulletin{Config()};
  EXPECT_FALSE(bulletin.failure());
  bulletin.fail(Error::environment("first"));
  bulletin.fail(Error::environment("second"));
  EXPECT_EQ(bulletin.failure()->message, "first");
}

}  // namespace
}  // namespace cuttle
