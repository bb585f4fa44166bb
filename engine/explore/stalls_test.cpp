// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/stalls.h"

#include <gtest/gtest.h>

#include "engine/explore/test_campaign.h"

namespace cuttle {
namespace {

Outcome stuck_at(const std::string& place) {
  Outcome outcome;
  outcome.kind = Outcome::Kind::bug;
  outcome.bug = BugKind::timeout;
  outcome.location = place;
  outcome.key = usual_key(outcome);
  return outcome;
}

TEST(Stalls, TheLimitShrinksWithEachLoopAndThenNoMore) {
  Stalls stalls({.seconds = 10}, 0);
  EXPECT_EQ(stalls.current().seconds, 10);
  stalls.learn(stuck_at("f.c:1"), 10);
  EXPECT_EQ(stalls.current().seconds, 2.5);
  for (int i = 0; i < 10; ++i) stalls.learn(stuck_at("f.c:1"), 1);
  EXPECT_NEAR(stalls.current().seconds, 10.0 / 1024, 1e-9);
  EXPECT_EQ(stalls.whole().seconds, 10);
}

TEST(Stalls, AnotherPlaceGetsTheWholeTime) {
  Stalls stalls({.seconds = 10}, 0);
  EXPECT_FALSE(stalls.deserves_more(stuck_at("f.c:1"), stalls.current())) << "it had it";
  stalls.learn(stuck_at("f.c:1"), 10);
  EXPECT_FALSE(stalls.deserves_more(stuck_at("f.c:1"), stalls.current()));
  EXPECT_TRUE(stalls.deserves_more(stuck_at("f.c:2"), stalls.current()));
  EXPECT_FALSE(stalls.deserves_more(Outcome{}, stalls.current()));
}

TEST(Stalls, RunsThatTakeLongAndEndGetTheirTime) {
  Stalls stalls({.seconds = 10}, 20);
  EXPECT_DOUBLE_EQ(stalls.whole().seconds, 1.2);
  stalls.learn(Outcome{}, 0.01);
  EXPECT_DOUBLE_EQ(stalls.whole().seconds, 0.6);
  stalls.learn(Outcome{}, 0.5);
  EXPECT_EQ(stalls.whole().seconds, 4);
  stalls.learn(stuck_at("f.c:1"), 1);
  EXPECT_EQ(stalls.current().seconds, 4);
  for (int i = 0; i < 5; ++i) stalls.learn(stuck_at("f.c:1"), 1);
  EXPECT_EQ(stalls.current().seconds, 1) << "they have had their tenth";
}

// Half of all paths lead into one loop.
TEST(Stalls, ALoopDoesNotEatTheCampaign) {
  double in_loop = 0;
  const ScriptedProgram program = [&](ScriptedRun& run) {
    ExprPool& pool = run.pool();
    ExprId x = run.input("x", 16);
    run.take(0.01);
    for (unsigned i = 0; i < 10; ++i)
      run.branch(1 + i,
                 pool.eq(pool.binary(Op::bv_and, x, pool.bits(16, 1u << i)), pool.bits(16, 0)));
    if (!run.branch(20,
                    pool.eq(pool.binary(Op::bv_and, x, pool.bits(16, 32768)), pool.bits(16, 0))))
      run.hang("demo:20", in_loop);
  };
  MemoryCampaign campaign;
  Config config = with_strategy("bfs");
  config.time_seconds = 1000;
  const Summary summary = run_campaign(program, config, campaign);
  ASSERT_EQ(summary.bugs.size(), 1u);
  EXPECT_TRUE(summary.bugs[0].confirmed);
  EXPECT_GT(summary.runs, 300u);
  EXPECT_TRUE(summary.exhausted);
  EXPECT_LE(in_loop, 0.25 * config.time_seconds);
}

}  // namespace
}  // namespace cuttle
