// SPDX-License-Identifier: Apache-2.0
// Several sessions on one campaign, as several processes would have them.
#include "engine/explore/share.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "engine/campaign/campaign.h"
#include "engine/explore/test_campaign.h"
#include "engine/search/strategy.h"
#include "engine/support/files.h"

namespace cuttle {
namespace {

// A tree of branches, switches and open choices over three bytes, drawn by `seed`.
ScriptedProgram random_program(uint64_t seed) {
  return [seed](ScriptedRun& run) {
    ExprPool& pool = run.pool();
    std::mt19937_64 random(seed);
    std::vector<ExprId> x;
    for (unsigned i = 0; i < 3; ++i) x.push_back(run.input("x" + std::to_string(i), 8));
    for (SiteId site = 1; site < 9; ++site) {
      const ExprId byte = x[random() % 3];
      uint64_t way = 0;
      switch (random() % 4) {
        case 0:
          way = run.open_choice(site, pool.binary(Op::bv_and, byte, pool.bits(8, 3)));
          break;
        case 1:
          way = run.select(site, byte, {random() % 200, 201, 202});
          break;
        default:
          way = run.branch(site, pool.binary(Op::bv_ult, byte, pool.bits(8, random() % 256)));
      }
      random.discard(way);  // what follows depends on it
      if (way == 1 && random() % 8 == 0) run.fail("found", "demo:" + std::to_string(site));
    }
  };
}

Result<Summary> explore_in(const ScriptedProgram& program, Config config, CampaignStore& store,
                           const std::vector<PortableTestCase>& seeds = {}) {
  ScriptedFactory factory(program);
  factory.begin_with(seeds);
  Observer observer;
  const std::atomic<bool> stop{false};
  return explore(
      config, factory,
      [](ExprPool& pool, const SolverLimits& limits) { return make_solver(pool, limits); }, store,
      observer, stop);
}

// A run takes a while, so that the others get something to do.
ScriptedProgram slowly(const ScriptedProgram& program) {
  return [program](ScriptedRun& run) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    program(run);
  };
}

struct Together {
  Summary all;                 // of who began
  std::vector<Summary> parts;  // of those who joined
};

// One session begins on the first store, the others join it.
Together explore_together(const ScriptedProgram& program, const Config& config,
                          const std::vector<CampaignStore*>& stores,
                          const std::vector<PortableTestCase>& seeds = {}) {
  Together result;
  result.parts.resize(stores.size() - 1);
  std::vector<std::jthread> threads;
  for (size_t i = 1; i < stores.size(); ++i)
    threads.emplace_back([&, i] {
      while (stores[0]->load()->last_run == 0) std::this_thread::yield();
      Config joined = config;
      joined.join = true;
      joined.seed += i;
      auto part = explore_in(program, joined, *stores[i]);
      ASSERT_TRUE(part) << part.error().message;
      result.parts[i - 1] = *part;
    });
  auto all = explore_in(program, config, *stores[0], seeds);
  EXPECT_TRUE(all) << (all ? "" : all.error().message);
  if (all) result.all = *all;
  return result;
}

void expect_same(const Summary& together, const Summary& alone) {
  EXPECT_EQ(together.paths, alone.paths);
  EXPECT_EQ(together.duplicate_paths, 0u);
  EXPECT_TRUE(together.exhausted);
  EXPECT_TRUE(together.incomplete.empty());
  std::set<std::string> bugs, expected;
  for (const BugReport& bug : together.bugs) bugs.insert(bug.key);
  for (const BugReport& bug : alone.bugs) expected.insert(bug.key);
  EXPECT_EQ(bugs, expected);
}

TEST(Share, TwoSessionsOnOneStoreFindTheSamePathsAsOne) {
  uint64_t contributed = 0;
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto& names = strategy_names();
    Config config = with_strategy(names[seed % names.size()]);
    config.jobs = 1 + seed % 2;
    MemoryCampaign alone, shared;
    const Summary expected = run_campaign(random_program(seed), config, alone);
    MemoryStore first(shared.contents), second(shared.contents), third(shared.contents);
    const Together together =
        explore_together(slowly(random_program(seed)), config, {&first, &second, &third});
    expect_same(together.all, expected);
    EXPECT_EQ(shared.paths(), alone.paths());
    EXPECT_TRUE(shared.frontier.empty());
    EXPECT_EQ(shared.contents->strays, 0u);
    EXPECT_TRUE(shared.contents->parts.empty());
    for (const Summary& part : together.parts) contributed += part.runs;
  }
  EXPECT_GT(contributed, 50u) << "those who joined did some of the work";
}

TEST(Share, TwoSessionsOnOneFileFindTheSamePathsAsOne) {
  uint64_t contributed = 0;
  for (uint64_t seed = 31; seed <= 34; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Config config = with_strategy("auto");
    MemoryCampaign alone;
    const Summary expected = run_campaign(random_program(seed), config, alone);
    TemporaryFolder folder;
    auto first = create_campaign(folder.path(), {"t", "c", "", "auto", 0, {}, {}});
    ASSERT_TRUE(first);
    auto joined = JoinedFolder::join(folder.path());
    ASSERT_TRUE(joined) << joined.error().message;
    auto second = join_campaign(std::move(*joined));
    ASSERT_TRUE(second);
    const Together together =
        explore_together(slowly(random_program(seed)), config, {first->get(), second->get()});
    expect_same(together.all, expected);
    contributed += together.parts[0].runs;
    const auto state = (*first)->load();
    ASSERT_TRUE(state);
    EXPECT_EQ(state->open_items, 0u);
    EXPECT_EQ(state->summary.runs, together.all.runs);
    ASSERT_TRUE(state->saved);
    EXPECT_TRUE(state->saved->exhausted);
  }
  EXPECT_GT(contributed, 20u);
}

// Whose user stops it: the others end as well, and what is left is found when it is resumed.
TEST(Share, ABudgetEndsItForAllAndResumingFindsTheRest) {
  for (uint64_t seed = 50; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Config config = with_strategy(seed % 2 == 0 ? "bfs" : "random");
    MemoryCampaign alone, shared;
    const Summary expected = run_campaign(random_program(seed), config, alone);
    config.max_runs = 12;
    {
      MemoryStore first(shared.contents), second(shared.contents);
      const Together together =
          explore_together(slowly(random_program(seed)), config, {&first, &second});
      if (expected.runs > 100) {
        EXPECT_FALSE(together.all.exhausted);
        EXPECT_EQ(together.all.incomplete.at(0).reason, Reason::budget);
      }
    }
    shared.contents->stopped.clear();  // as who resumes a folder does
    config.max_runs = 0;
    config.resume = true;
    expect_same(run_campaign(random_program(seed), config, shared), expected);
    EXPECT_EQ(shared.paths(), alone.paths());
  }
}

std::vector<PortableTestCase> random_tests(std::mt19937_64& random) {
  std::vector<PortableTestCase> tests(random() % 6);
  for (PortableTestCase& test : tests)
    for (unsigned i = 0; i < 3; ++i)
      test.inputs.push_back({"x" + std::to_string(i), "", "bv8", std::to_string(random() % 256)});
  return tests;
}

TEST(Share, InPiecesNothingIsRunTwiceWhateverTheUserBeganWith) {
  const std::vector<std::string> names = {"bfs", "dfs", "random", "auto"};
  for (uint64_t seed = 100; seed < 160; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    Config config = with_strategy(names[seed % names.size()]);
    config.jobs = 1 + random() % 2;
    MemoryCampaign alone, pieces;
    const Summary expected = run_campaign(random_program(seed), config, alone);
    pieces.seeds = random_tests(random);
    Summary summary;
    for (config.max_runs = 1; config.max_runs < 10 && !summary.exhausted; ++config.max_runs) {
      summary = run_campaign(random_program(seed), config, pieces);
      config.resume = true;
    }
    config.max_runs = 0;
    summary = run_campaign(random_program(seed), config, pieces);
    expect_same(summary, expected);
    EXPECT_EQ(pieces.paths(), alone.paths());
  }
}

double later = 0;
double shifted_clock() {
  return wall_clock() + later;
}

// The first session stands still while its lease expires: another takes over what it had, what it
// records afterwards counts for nothing, and it goes on as one that joined.
TEST(Share, WhoWasAwayForTooLongBeginsAnew) {
  const ScriptedProgram program = random_program(3);
  MemoryCampaign alone, shared;
  const Summary expected = run_campaign(program, with_strategy("bfs"), alone);
  ASSERT_GT(expected.runs, 100u);
  later = 0;
  MemoryStore thief(shared.contents, shifted_clock), first(shared.contents, shifted_clock);
  std::atomic<unsigned> runs{0};
  const ScriptedProgram robbed = [&](ScriptedRun& run) {
    if (++runs == 40) {  // in the middle of a run
      later = 1000;
      auto lease = thief.lease(UINT32_MAX, 2000);
      EXPECT_FALSE(lease->items.empty());
      EXPECT_TRUE(*thief.extend(lease->token, 0));  // for anybody
    }
    slowly(program)(run);
  };
  auto all = explore_in(robbed, with_strategy("bfs"), first);
  ASSERT_TRUE(all);
  EXPECT_EQ(shared.paths(), alone.paths());
  EXPECT_EQ(all->paths, expected.paths);
  EXPECT_TRUE(shared.frontier.empty());
  EXPECT_GT(runs, expected.runs) << "some were made again";
}

}  // namespace
}  // namespace cuttle
