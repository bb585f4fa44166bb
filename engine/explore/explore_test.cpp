// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/explore.h"

#include <gtest/gtest.h>

#include "engine/explore/test_campaign.h"
#include "engine/search/strategy.h"

namespace cuttle {
namespace {

// Three nested decisions over two inputs with a bug behind an equation.
void nested(ScriptedRun& run) {
  ExprPool& pool = run.pool();
  ExprId x = run.input("x", 32), v = run.input("v", 32);
  run.cover(0);
  if (!run.branch(1, pool.binary(Op::bv_slt, pool.bits(32, 0), x))) return;
  run.cover(1);
  ExprId twice =
      pool.binary(Op::bv_add, pool.binary(Op::bv_mul, x, pool.bits(32, 2)), pool.bits(32, 1));
  if (!run.branch(2, pool.eq(twice, v))) return;
  run.cover(2);
  run.fail("reached", "demo:3");
}

// Sorts n bytes by bubble sort: n! paths.
ScriptedProgram bubble_sort(unsigned n) {
  return [n](ScriptedRun& run) {
    std::vector<ExprId> a;
    for (unsigned i = 0; i < n; ++i) a.push_back(run.input("a" + std::to_string(i), 8));
    for (unsigned i = 0; i < n; ++i)
      for (unsigned j = 0; j + 1 < n - i; ++j)
        if (run.branch(1, run.pool().binary(Op::bv_slt, a[j + 1], a[j]))) std::swap(a[j], a[j + 1]);
  };
}

TEST(Explore, FindsTheBugBehindAnEquationWithEveryStrategy) {
  for (const std::string& name : strategy_names()) {
    MemoryCampaign campaign;
    Summary summary = run_campaign(nested, with_strategy(name), campaign);
    EXPECT_EQ(summary.runs, 3u) << name;
    EXPECT_EQ(summary.paths, 3u) << name;
    EXPECT_TRUE(summary.exhausted) << name;
    EXPECT_EQ(summary.coverage.at("branches").covered, 3u) << name;
    ASSERT_EQ(summary.bugs.size(), 1u) << name;
    EXPECT_TRUE(summary.bugs[0].confirmed);
    EXPECT_EQ(summary.bugs[0].location, "demo:3");
    EXPECT_EQ(summary.bugs[0].test, "tests/000003.json");
    EXPECT_TRUE(campaign.frontier.empty());
  }
}

TEST(Explore, TakesASecondLookAtRunsThatCoverSomethingNew) {
  const ScriptedProgram program = [](ScriptedRun& run) {
    const ExprId x = run.input("x", 8);
    run.cover(0);
    if (!run.branch(1, run.pool().eq(x, run.pool().bits(8, 7)))) return;
    run.cover(1);
    run.fail_unseen("read too far", "demo:5");
  };
  MemoryCampaign campaign;
  const Summary summary = run_campaign(program, with_strategy("dfs"), campaign);
  EXPECT_EQ(summary.inspected, 2u);
  EXPECT_TRUE(summary.exhausted);
  ASSERT_EQ(summary.bugs.size(), 1u);
  EXPECT_EQ(summary.bugs[0].location, "demo:5");
  EXPECT_TRUE(summary.bugs[0].confirmed);
  EXPECT_EQ(summary.bugs[0].inputs, std::vector<std::string>{"x = 7"});
  EXPECT_TRUE(campaign.records.at(2).outcome.is_bug());
}

TEST(Explore, AllStrategiesAndWorkersFindTheSamePaths) {
  std::multiset<std::string> reference;
  for (const std::string& name : strategy_names()) {
    for (unsigned jobs : {1u, 3u}) {
      MemoryCampaign campaign;
      Config config = with_strategy(name);
      config.jobs = jobs;
      Summary summary = run_campaign(bubble_sort(4), config, campaign);
      EXPECT_EQ(summary.paths, 24u) << name;
      EXPECT_EQ(summary.runs, 24u) << name;
      EXPECT_EQ(summary.duplicate_paths, 0u) << name;
      EXPECT_EQ(summary.divergences, 0u) << name;
      EXPECT_TRUE(summary.exhausted) << name << " with " << jobs;
      if (reference.empty()) reference = campaign.paths();
      EXPECT_EQ(campaign.paths(), reference) << name;
    }
  }
}

TEST(Explore, IsDeterministicWithOneWorker) {
  for (const std::string& name : strategy_names()) {
    MemoryCampaign one, two;
    run_campaign(bubble_sort(4), with_strategy(name), one);
    run_campaign(bubble_sort(4), with_strategy(name), two);
    ASSERT_EQ(one.records.size(), two.records.size());
    for (const auto& [run, record] : one.records) {
      EXPECT_EQ(record.path, two.records.at(run).path) << name;
      EXPECT_EQ(record.test, two.records.at(run).test) << name;
    }
  }
}

TEST(Explore, ResumesWhereABudgetStoppedIt) {
  MemoryCampaign whole;
  run_campaign(bubble_sort(4), with_strategy("dfs"), whole);
  for (const std::string& name : strategy_names()) {
    MemoryCampaign parts;
    Config config = with_strategy(name);
    config.max_runs = 5;
    Summary first = run_campaign(bubble_sort(4), config, parts);
    EXPECT_EQ(first.runs, 5u);
    EXPECT_FALSE(first.exhausted);
    ASSERT_EQ(first.incomplete.size(), 1u);
    EXPECT_EQ(first.incomplete[0].reason, Reason::budget);
    config.resume = true;
    config.max_runs = 0;
    Summary second = run_campaign(bubble_sort(4), config, parts);
    EXPECT_TRUE(second.exhausted) << name;
    EXPECT_EQ(second.paths, 24u);
    EXPECT_EQ(second.duplicate_paths, 0u);
    EXPECT_EQ(parts.paths(), whole.paths());
  }
}

TEST(Explore, EnumeratesOpenChoices) {
  auto program = [](ScriptedRun& run) {
    ExprId x = run.input("x", 8);
    ExprId key = run.pool().binary(Op::bv_and, x, run.pool().bits(8, 7));
    if (run.open_choice(1, key) == 5) run.branch(2, run.pool().eq(x, run.pool().bits(8, 13)));
  };
  MemoryCampaign campaign;
  Summary summary = run_campaign(program, with_strategy("dfs"), campaign);
  EXPECT_EQ(summary.paths, 9u);
  EXPECT_EQ(summary.duplicate_paths, 0u);
  EXPECT_TRUE(summary.exhausted);

  MemoryCampaign parts;
  Config config = with_strategy("dfs");
  config.max_runs = 4;
  run_campaign(program, config, parts);
  config.resume = true;
  config.max_runs = 0;
  Summary resumed = run_campaign(program, config, parts);
  EXPECT_EQ(resumed.paths, 9u);
  EXPECT_EQ(resumed.duplicate_paths, 0u);
  EXPECT_TRUE(resumed.exhausted);
  EXPECT_TRUE(run_campaign(program, config, parts).exhausted) << "resumed with nothing left to do";
}

TEST(Explore, ValuesThatShareTheirLowHalfAreDifferentPaths) {
  // The numbers 1 and 2^32 + 1, and two that look alike when their halves are mixed.
  const std::vector<uint64_t> values = {1, 0x1'0000'0001, 0x5'0000'0004, 0x4'0000'0005, ~0ull};
  auto program = [&](ScriptedRun& run) {
    ExprPool& pool = run.pool();
    const ExprId index = run.input("i", 8);
    ExprId key = pool.bits(64, values[0]);
    for (size_t i = 1; i < values.size(); ++i)
      key = pool.ite(pool.eq(index, pool.bits(8, i)), pool.bits(64, values[i]), key);
    run.open_choice(1, key);
    run.branch(2, pool.eq(run.input("x", 8), pool.bits(8, 3)));
  };
  MemoryCampaign campaign;
  const Summary summary = run_campaign(program, with_strategy("dfs"), campaign);
  EXPECT_EQ(summary.paths, 2 * values.size());
  EXPECT_EQ(summary.duplicate_paths, 0u);
  EXPECT_TRUE(summary.exhausted);
}

// Branches and an open choice over two bytes.
void seeded(ScriptedRun& run) {
  ExprPool& pool = run.pool();
  const ExprId x = run.input("x", 8), y = run.input("y", 8);
  run.branch(1, pool.eq(x, pool.bits(8, 'x')));
  run.branch(2, pool.eq(y, pool.bits(8, 'y')));
  run.open_choice(3, pool.binary(Op::bv_and, x, pool.bits(8, 3)));
  run.branch(4, pool.eq(x, pool.bits(8, 'q')));
  run.branch(5, pool.eq(y, pool.bits(8, 'r')));
}

PortableTestCase seed_of(char x, char y) {
  return {{{"x", "u8", "bv8", std::to_string(x)}, {"y", "u8", "bv8", std::to_string(y)}}, {}};
}

TEST(Explore, TestsOfTheUserAreRunOnceHoweverOftenItIsResumed) {
  MemoryCampaign plain;
  const uint64_t paths = run_campaign(seeded, with_strategy("dfs"), plain).paths;
  for (const std::string strategy : {"dfs", "random", "auto"}) {
    for (uint64_t first = 1; first < 9; ++first) {
      MemoryCampaign campaign;
      campaign.seeds = {seed_of('a', 'b'), seed_of('x', 'y'), seed_of('c', 'd'), seed_of('q', 'r')};
      Config config = with_strategy(strategy);
      config.jobs = 1 + first % 2;
      config.max_runs = first;
      run_campaign(seeded, config, campaign);
      config.max_runs = 0;
      config.resume = true;
      const Summary summary = run_campaign(seeded, config, campaign);
      for (const PortableTestCase& seed : campaign.seeds)
        EXPECT_EQ(std::ranges::count_if(campaign.records,
                                        [&](const auto& run) { return run.second.test == seed; }),
                  1)
            << "all of them are run, once";
      EXPECT_EQ(summary.paths, paths) << strategy << " after " << first;
      EXPECT_EQ(summary.duplicate_paths, 0u);
      EXPECT_TRUE(summary.exhausted);
      const auto all = campaign.paths();
      EXPECT_EQ(std::set(all.begin(), all.end()).size(), all.size()) << "no path twice";
    }
  }
}

TEST(Explore, SwitchesHaveOnePathPerCase) {
  auto program = [](ScriptedRun& run) { run.select(1, run.input("x", 16), {1, 10, 1000}); };
  MemoryCampaign campaign;
  Summary summary = run_campaign(program, with_strategy("bfs"), campaign);
  EXPECT_EQ(summary.paths, 4u);
  EXPECT_TRUE(summary.exhausted);
}

// Paths do not multiply, but tests have all the values.
TEST(Explore, TestsDifferWherePathsDoNot) {
  std::set<uint64_t> seen;
  const std::vector<uint64_t> digits = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9'};
  auto program = [&](ScriptedRun& run) {
    for (unsigned i = 0; i < 4; ++i) {
      const ExprId c = run.input("c" + std::to_string(i), 8);
      if (!run.one_of(1, run.pool().zext(c, 32), digits)) return;
      seen.insert(run.value(c));
      // What follows holds the first digit where it is.
      if (i == 1) run.branch(2, run.pool().eq(run.input("c0", 8), run.pool().bits(8, '7')));
    }
  };
  MemoryCampaign campaign;
  const Summary summary = run_campaign(program, with_strategy("dfs"), campaign);
  EXPECT_TRUE(summary.exhausted);
  EXPECT_EQ(summary.paths, 8u);
  EXPECT_EQ(summary.divergences, 0u);
  EXPECT_EQ(summary.duplicate_paths, 0u);
  EXPECT_GE(seen.size(), 7u) << "two would do for the paths";
}

TEST(Explore, RejectedRunsAreNotPaths) {
  auto program = [](ScriptedRun& run) {
    ExprId x = run.input("x", 8);
    run.assume(1, run.pool().binary(Op::bv_ult, run.pool().bits(8, 100), x));
    run.branch(2, run.pool().eq(x, run.pool().bits(8, 200)));
  };
  MemoryCampaign campaign;
  Summary summary = run_campaign(program, with_strategy("dfs"), campaign);
  EXPECT_EQ(summary.runs, 3u);
  EXPECT_EQ(summary.rejected, 1u);
  EXPECT_EQ(summary.paths, 2u);
  EXPECT_TRUE(summary.exhausted);
}

TEST(Explore, DepthBoundIsReported) {
  auto program = [](ScriptedRun& run) {
    ExprId x = run.input("x", 8);
    for (unsigned i = 0; i < 6; ++i)
      run.branch(10 + i, run.pool().eq(run.pool().extract(x, i, 1), run.pool().bits(1, 1)));
  };
  Config config = with_strategy("dfs");
  config.max_depth = 3;
  MemoryCampaign campaign;
  Summary summary = run_campaign(program, config, campaign);
  EXPECT_EQ(summary.paths, 8u);
  EXPECT_FALSE(summary.exhausted);
  ASSERT_EQ(summary.incomplete.size(), 1u);
  EXPECT_EQ(summary.incomplete[0].reason, Reason::depth);
  EXPECT_EQ(summary.incomplete[0].location, "demo:13");
  EXPECT_EQ(summary.incomplete[0].count, 8u);
}

TEST(Explore, LimitationsOfTheTargetMakeItIncomplete) {
  auto program = [](ScriptedRun& run) {
    run.limit({Reason::concretised, "demo:7", "", 2});
    run.branch(1, run.pool().eq(run.input("x", 8), run.pool().bits(8, 1)));
  };
  MemoryCampaign campaign;
  Summary summary = run_campaign(program, with_strategy("dfs"), campaign);
  EXPECT_FALSE(summary.exhausted);
  ASSERT_EQ(summary.incomplete.size(), 1u);
  EXPECT_EQ(summary.incomplete[0].count, 4u);
}

TEST(Explore, DivergencesAreCountedAndLocated) {
  int calls = 0;
  auto program = [&calls](ScriptedRun& run) {
    ExprId x = run.input("x", 8);
    bool lie = calls++ == 1;  // the second run claims that nothing changed
    ExprId one = run.pool().bits(8, 1);
    run.branch(3, lie ? run.pool().ne(x, one) : run.pool().eq(x, one));
  };
  MemoryCampaign campaign;
  Summary summary = run_campaign(program, with_strategy("dfs"), campaign);
  EXPECT_EQ(summary.divergences, 1u);
  EXPECT_EQ(summary.duplicate_paths, 1u);
  EXPECT_FALSE(summary.exhausted);
  ASSERT_EQ(summary.incomplete.size(), 1u);
  EXPECT_EQ(summary.incomplete[0].reason, Reason::divergence);
  EXPECT_EQ(summary.incomplete[0].location, "demo:3");
}

TEST(Explore, UnconfirmedBugsSayWhy) {
  MemoryCampaign campaign;
  Summary summary = run_campaign(nested, with_strategy("dfs"), campaign, false);
  ASSERT_EQ(summary.bugs.size(), 1u);
  EXPECT_FALSE(summary.bugs[0].confirmed);
  EXPECT_EQ(summary.bugs[0].unconfirmed_why, "the plain program did not fail");
  EXPECT_FALSE(summary.exhausted);
}

TEST(Explore, ABugThatOneInputDoesNotConfirmMayBeConfirmedByAnother) {
  int ones = 0;
  auto program = [&ones](ScriptedRun& run) {
    const size_t which = run.select(1, run.input("x", 8), {1, 2});
    if (which == 0 && ++ones > 1) return;  // fails once, and in no replay
    if (which < 2) run.fail("reached", "demo:3");
  };
  MemoryCampaign campaign;
  Summary summary = run_campaign(program, with_strategy("bfs"), campaign);
  ASSERT_EQ(summary.bugs.size(), 1u);
  EXPECT_TRUE(summary.bugs[0].confirmed);
  EXPECT_EQ(summary.bugs[0].run, 3u);
}

TEST(Explore, ABugThatWasNotConfirmedInTimeIsConfirmedOnResume) {
  MemoryCampaign campaign;
  run_campaign(nested, with_strategy("dfs"), campaign);
  ASSERT_EQ(campaign.bugs.size(), 1u);
  campaign.bugs.begin()->second.confirmed =
      false;  // as the store shows it after a kill during the replay
  Config config = with_strategy("dfs");
  config.resume = true;
  Summary summary = run_campaign(nested, config, campaign);
  ASSERT_EQ(summary.bugs.size(), 1u);
  EXPECT_TRUE(summary.bugs[0].confirmed);
  EXPECT_EQ(summary.bugs[0].run, 3u);
}

TEST(Explore, StopsOnTheFirstBugWhenAsked) {
  auto program = [](ScriptedRun& run) {
    ExprId x = run.input("x", 8);
    for (unsigned i = 0; i < 8; ++i)
      run.branch(10 + i, run.pool().eq(run.pool().extract(x, i, 1), run.pool().bits(1, 1)));
    run.fail("always", "demo:9");
  };
  Config config = with_strategy("dfs");
  config.stop_on_bug = true;
  MemoryCampaign campaign;
  Summary summary = run_campaign(program, config, campaign);
  EXPECT_EQ(summary.runs, 1u);
  EXPECT_EQ(summary.incomplete.at(0).reason, Reason::stopped_on_bug);
}

TEST(Explore, BoundsTheFrontier) {
  Config config = with_strategy("bfs");
  config.max_frontier = 3;
  MemoryCampaign campaign;
  Summary summary = run_campaign(bubble_sort(4), config, campaign);
  EXPECT_FALSE(summary.exhausted);
  EXPECT_EQ(summary.incomplete.at(0).reason, Reason::frontier);
  EXPECT_TRUE(campaign.frontier.empty());
}

// With memory for one execution the runs of nearly all flips are made again; nothing else changes.
TEST(Explore, LettingExecutionsGoChangesNoResult) {
  for (const std::string& strategy : strategy_names()) {
    Config config = with_strategy(strategy);
    MemoryCampaign roomy, tight;
    const Summary expected = run_campaign(bubble_sort(4), config, roomy);
    config.frontier_bytes = 1;
    const Summary summary = run_campaign(bubble_sort(4), config, tight);
    EXPECT_TRUE(summary.exhausted) << strategy;
    EXPECT_EQ(summary.runs, expected.runs) << strategy;
    EXPECT_EQ(summary.paths, 24u) << strategy;
    EXPECT_EQ(summary.duplicate_paths, 0u) << strategy;
  }
}

TEST(Explore, ReplacingThePoolChangesNoResult) {
  auto program = [](ScriptedRun& run) {
    ExprId sum = run.pool().bits(32, 1);
    for (unsigned i = 0; i < 7; ++i) {  // conditions that no other path has
      ExprId x = run.input("x" + std::to_string(i), 32);
      bool odd =
          run.branch(10 + i, run.pool().eq(run.pool().extract(x, 0, 1), run.pool().bits(1, 1)));
      sum = run.pool().binary(odd ? Op::bv_mul : Op::bv_xor, sum, x);
      run.branch(20 + i, run.pool().eq(sum, run.pool().bits(32, 77 + i)));
    }
  };
  for (const std::string& strategy : strategy_names()) {
    Config config = with_strategy(strategy);
    MemoryCampaign large, small;
    const Summary expected = run_campaign(program, config, large);
    config.max_expressions = 1;
    unsigned renewed = 0;
    size_t size = 0;
    const Summary summary = run_campaign(
        [&](ScriptedRun& run) {
          renewed += run.pool().size() < size;
          size = run.pool().size();
          program(run);
        },
        config, small);
    EXPECT_GT(renewed, 1u) << strategy;
    EXPECT_TRUE(summary.exhausted) << strategy;
    EXPECT_EQ(summary.paths, expected.paths) << strategy;
    EXPECT_EQ(small.paths(), large.paths()) << strategy;
    EXPECT_EQ(summary.solver.queries, expected.solver.queries) << strategy;
  }
}

// Puts off, when it may, every query about the input `hard`.
class HesitantSolver : public Solver {
 public:
  HesitantSolver(ExprPool& pool, const SolverLimits& limits)
      : pool_(pool), solver_(make_solver(pool, limits)) {}
  Solution check(const Query& query) override {
    for (VarId v : pool_.variables_of(query.goal)) {
      if (query.effort != Effort::full && pool_.variable_info(v).name == "hard") {
        Solution solution;
        solution.put_off = true;
        return solution;
      }
    }
    return solver_->check(query);
  }
  const SolverStatistics& statistics() const override { return solver_->statistics(); }

 private:
  ExprPool& pool_;
  std::unique_ptr<Solver> solver_;
};

TEST(Explore, HardFlipsComeLastAndAreNotLost) {
  auto program = [](ScriptedRun& run) {
    ExprPool& pool = run.pool();
    const ExprId hard = run.input("hard", 8), easy = run.input("easy", 8);
    run.cover(run.branch(1, pool.eq(hard, pool.bits(8, 9))) ? 1 : 0);
    for (unsigned i = 0; i < 5; ++i) run.branch(2 + i, pool.eq(easy, pool.bits(8, 1 + i)));
  };
  for (const std::string& strategy : strategy_names()) {
    for (unsigned jobs : {1u, 3u}) {
      ScriptedFactory factory(program, true);
      MemoryCampaign campaign;
      MemoryStore store(campaign.contents);
      Observer observer;
      std::atomic<bool> stop{false};
      Config config = with_strategy(strategy);
      config.jobs = jobs;
      const Result<Summary> summary = explore(
          config, factory,
          [](ExprPool& pool, const SolverLimits& limits) {
            return std::make_unique<HesitantSolver>(pool, limits);
          },
          store, observer, stop);
      ASSERT_TRUE(summary) << strategy;
      EXPECT_TRUE(summary->exhausted) << strategy;
      EXPECT_EQ(summary->paths, 12u) << strategy;
      if (jobs > 1) continue;
      for (const auto& [run, record] : campaign.records) {  // each with what is new in it
        const bool is_hard =
            std::find(record.covered.begin(), record.covered.end(), 1u) != record.covered.end();
        EXPECT_EQ(is_hard, run == 7) << strategy << ", run " << run;
      }
    }
  }
}

// Takes three runs.
class FullDisk : public MemoryStore {
 public:
  Result<void> complete(LeaseToken token, std::vector<Completion> steps) override {
    if (campaign().runs.size() >= 3) return Error::environment("disk full");
    return MemoryStore::complete(token, std::move(steps));
  }
};

TEST(Explore, AFullDiskEndsTheCampaignWithAnError) {
  FullDisk campaign;
  ScriptedFactory factory(bubble_sort(4));
  Observer observer;
  std::atomic<bool> stop{false};
  Result<Summary> summary = explore(
      with_strategy("dfs"), factory,
      [](ExprPool& pool, const SolverLimits& limits) { return make_solver(pool, limits); },
      campaign, observer, stop);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().message, "disk full");
}

TEST(Explore, AnInterruptLeavesEverythingRecorded) {
  MemoryStore campaign;
  std::atomic<bool> stop{false};
  int calls = 0;
  ScriptedFactory factory([&](ScriptedRun& run) {
    if (++calls == 4) stop = true;
    bubble_sort(4)(run);
  });
  Observer observer;
  Result<Summary> summary = explore(
      with_strategy("dfs"), factory,
      [](ExprPool& pool, const SolverLimits& limits) { return make_solver(pool, limits); },
      campaign, observer, stop);
  ASSERT_TRUE(summary);
  EXPECT_TRUE(summary->interrupted);
  EXPECT_EQ(summary->runs, 4u);
  EXPECT_EQ(campaign.campaign().runs.size(), 4u);
  EXPECT_EQ(summary->incomplete.at(0).reason, Reason::interrupted);
}

Summary run_for(const ScriptedProgram& program, CoverageGoal goal, MemoryCampaign& campaign) {
  ScriptedFactory factory(program);
  factory.aim_at(std::move(goal));
  MemoryStore store(campaign.contents);
  Observer observer;
  std::atomic<bool> stop{false};
  Result<Summary> summary = explore(
      with_strategy("dfs"), factory,
      [](ExprPool& pool, const SolverLimits& limits) { return make_solver(pool, limits); }, store,
      observer, stop);
  EXPECT_TRUE(summary) << (summary ? "" : summary.error().message);
  return summary ? *summary : Summary{};
}

// All ten points of the family `branches` are reached in the first run; many paths remain.
TEST(Explore, EndsWhenTheGoalIsCovered) {
  const ScriptedProgram program = [](ScriptedRun& run) {
    for (uint32_t point = 0; point < 10; ++point) run.cover(point);
    for (SiteId i = 1; i <= 6; ++i)
      run.branch(i, run.pool().eq(run.input("x" + std::to_string(i), 8), run.pool().bits(8, 1)));
  };
  MemoryCampaign all, covered;
  EXPECT_EQ(run_for(program, {}, all).runs, 64u);
  const Summary summary =
      run_for(program, {CoverageGoal::Kind::family, "branches", "--cover branches"}, covered);
  EXPECT_EQ(summary.runs, 1u);
  EXPECT_FALSE(summary.exhausted);
  ASSERT_EQ(summary.incomplete.size(), 1u);
  EXPECT_EQ(summary.incomplete[0].reason, Reason::covered);
  EXPECT_EQ(summary.incomplete[0].detail, "--cover branches: there is nothing left to cover");
}

TEST(Explore, KeepsOnlyTestsOfBugsWhenTheyAreTheGoal) {
  const ScriptedProgram program = [](ScriptedRun& run) {
    const ExprId x = run.input("x", 8);
    if (run.branch(1, run.pool().eq(x, run.pool().bits(8, 42)))) run.fail("found", "demo:2");
    run.cover(run.branch(2, run.pool().eq(x, run.pool().bits(8, 7))) ? 1 : 2);
  };
  MemoryCampaign campaign;
  const Summary summary =
      run_for(program, {CoverageGoal::Kind::bugs, "", "--cover errors"}, campaign);
  EXPECT_TRUE(summary.exhausted);
  EXPECT_EQ(summary.paths, 3u);
  EXPECT_EQ(summary.tests, 1u);
}

TEST(Explore, AProgramWithoutInputsIsToldHowToGetThem) {
  MemoryCampaign without, with;
  EXPECT_EQ(run_campaign([](ScriptedRun&) {}, with_strategy("dfs"), without).notes,
            std::vector<std::string>{"call input()"});
  const ScriptedProgram program = [](ScriptedRun& run) {
    run.branch(1, run.pool().eq(run.input("x", 8), run.pool().bits(8, 42)));
  };
  EXPECT_TRUE(run_campaign(program, with_strategy("dfs"), with).notes.empty());
}

}  // namespace
}  // namespace cuttle
