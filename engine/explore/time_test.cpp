// SPDX-License-Identifier: Apache-2.0
// Campaigns whose time ends in the middle of something, by a clock that only the program moves.
#include <gtest/gtest.h>

#include "engine/explore/test_campaign.h"

namespace cuttle {
namespace {

// Each run takes a second; five branches decide, and one value shows a bug.
ScriptedProgram slow(double seconds) {
  return [seconds](ScriptedRun& run) {
    ExprPool& pool = run.pool();
    ExprId x = run.input("x", 8);
    run.cover(0);
    run.take(seconds);
    for (unsigned i = 0; i < 4; ++i)
      run.branch(1 + i,
                 pool.eq(pool.binary(Op::bv_and, x, pool.bits(8, 1u << i)), pool.bits(8, 0)));
    if (run.branch(9, pool.eq(x, pool.bits(8, 5)))) run.fail("five", "demo:9");
  };
}

TEST(Time, ARunThatIsCutOffNeverHappened) {
  MemoryCampaign whole;
  run_campaign(slow(1), with_strategy("dfs"), whole);
  for (double seconds : {0.5, 2.5, 3.5, 7.2, 20.9}) {
    MemoryCampaign parts;
    Config config = with_strategy("dfs");
    config.time_seconds = seconds;
    Summary first = run_campaign(slow(1), config, parts);
    EXPECT_LE(first.runs, seconds);
    EXPECT_LE(first.seconds, seconds * 1.05 + 1e-6);
    EXPECT_FALSE(first.exhausted);
    for (const auto& [run, record] : parts.records)
      EXPECT_NE(record.outcome.kind, Outcome::Kind::lost);
    config.resume = true;
    config.time_seconds = 0;
    Summary second = run_campaign(slow(1), config, parts);
    EXPECT_TRUE(second.exhausted) << seconds;
    EXPECT_EQ(second.duplicate_paths, 0u);
    EXPECT_EQ(parts.paths(), whole.paths()) << seconds;
    ASSERT_EQ(second.bugs.size(), 1u);
    EXPECT_TRUE(second.bugs[0].confirmed);
  }
}

// The second run shows a bug; simplifying it and replaying it takes long.
TEST(Time, ABugThatCouldNotBeReplayedAnyMoreIsConfirmedLater) {
  const auto program = [](double plain_seconds) -> ScriptedProgram {
    return [plain_seconds](ScriptedRun& run) {
      ExprPool& pool = run.pool();
      ExprId x = run.input("x", 8);
      run.take(run.is_plain() ? plain_seconds : 1);
      if (run.branch(1, pool.eq(x, pool.bits(8, 0)))) return;
      run.fail("not zero", "demo:2");
    };
  };
  MemoryCampaign campaign;
  Config config = with_strategy("dfs");
  config.time_seconds = 10;
  Summary first = run_campaign(program(100), config, campaign);
  ASSERT_EQ(first.bugs.size(), 1u);
  EXPECT_FALSE(first.bugs[0].confirmed);
  EXPECT_NE(first.bugs[0].unconfirmed_why.find("the time ended"), std::string::npos);
  EXPECT_LE(first.seconds, 10.5 + 1e-6);
  config.resume = true;
  Summary second = run_campaign(program(1), config, campaign);
  ASSERT_EQ(second.bugs.size(), 1u);
  EXPECT_TRUE(second.bugs[0].confirmed);
  EXPECT_EQ(second.bugs[0].unconfirmed_why, "");
}

TEST(Time, AnUnconfirmedBugIsNotForgottenWhenThereIsNoTimeAtAll) {
  const ScriptedProgram program = [](ScriptedRun& run) {
    run.input("x", 8);
    run.take(run.is_plain() ? 100 : 1);
    run.fail("always", "demo:2");
  };
  MemoryCampaign campaign;
  Config config = with_strategy("dfs");
  config.time_seconds = 5;
  EXPECT_EQ(run_campaign(program, config, campaign).bugs.size(), 1u);
  config.resume = true;
  config.limits.until = Deadline::min();
  const Summary again = run_campaign(program, config, campaign);
  ASSERT_EQ(again.bugs.size(), 1u);
  EXPECT_FALSE(again.bugs[0].confirmed);
}

}  // namespace
}  // namespace cuttle
