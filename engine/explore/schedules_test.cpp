// SPDX-License-Identifier: Apache-2.0
// Races are choices like others, flipped by a schedule instead of inputs.
#include <functional>
#include <numeric>

#include "engine/explore/test_campaign.h"

namespace cuttle {
namespace {

constexpr SiteId race_site = 1;

// Each of n threads does one thing: n! orders.
void permute(ScriptedRun& run, unsigned n) {
  std::vector<uint32_t> threads(n);
  std::iota(threads.begin(), threads.end(), 0u);
  while (!threads.empty()) std::erase(threads, run.race(race_site, threads));
}

TEST(Schedules, AllOrdersAreRun) {
  for (const std::string strategy : {"dfs", "bfs", "random", "auto"}) {
    MemoryCampaign campaign;
    const Summary summary =
        run_campaign([](ScriptedRun& run) { permute(run, 5); }, with_strategy(strategy), campaign);
    EXPECT_EQ(summary.paths, 120u) << strategy;
    EXPECT_EQ(summary.runs, 120u);
    EXPECT_EQ(summary.divergences, 0u);
    EXPECT_TRUE(summary.exhausted);
    EXPECT_EQ(summary.solver.queries, 0u) << "nobody needs a solver for that";
  }
}

// Two threads that work on x: each adds, doubles, and looks at what came out.
//   thread t: x := x + 1; x := 2 * x; if (x == 6) ...; if (x > 100) ...
// A Machine says what an operation means: symbolically under the engine, or with numbers.
struct Machine {
  std::function<void()> increment, twice;
  std::function<bool(SiteId)> is_six, is_large;
  std::function<uint32_t(const std::vector<uint32_t>&)> race;
};

void two_threads(const Machine& m) {
  std::array<unsigned, 2> next{};
  const auto step = [&](uint32_t t) {
    switch (next[t]++) {
      case 0:
        m.increment();
        break;
      case 1:
        m.twice();
        break;
      default:
        if (m.is_six(10 + t)) m.is_large(20 + t);
    }
  };
  for (;;) {
    std::vector<uint32_t> ready;
    for (uint32_t t = 0; t < 2; ++t)
      if (next[t] < 3) ready.push_back(t);
    if (ready.empty()) return;
    step(m.race(ready));
  }
}

void symbolic(ScriptedRun& run) {
  ExprPool& pool = run.pool();
  ExprId x = run.input("x", 8);
  Machine m;
  m.increment = [&] { x = pool.binary(Op::bv_add, x, pool.bits(8, 1)); };
  m.twice = [&] { x = pool.binary(Op::bv_add, x, x); };
  m.is_six = [&](SiteId site) { return run.branch(site, pool.eq(x, pool.bits(8, 6))); };
  m.is_large = [&](SiteId site) {
    return run.branch(site, pool.binary(Op::bv_ult, pool.bits(8, 100), run.input("y", 8)));
  };
  m.race = [&](const std::vector<uint32_t>& ready) { return run.race(race_site, ready); };
  two_threads(m);
}

// All paths, by running all schedules on all inputs. Large or not does not depend on x.
size_t brute_force() {
  std::set<std::string> paths;
  for (unsigned input = 0; input < 256; ++input) {
    for (unsigned y = 0; y < 256; y += 255) {
      for (unsigned orders = 0; orders < 64; ++orders) {
        auto x = static_cast<uint8_t>(input);
        unsigned races = 0;
        std::string path;
        Machine m;
        m.increment = [&] { ++x; };
        m.twice = [&] { x = static_cast<uint8_t>(2 * x); };
        m.is_six = [&](SiteId) {
          path += x == 6 ? 'S' : 's';
          return x == 6;
        };
        m.is_large = [&](SiteId) {
          path += y > 100 ? 'L' : 'l';
          return y > 100;
        };
        m.race = [&](const std::vector<uint32_t>& ready) {
          const uint32_t first = ready.size() == 1 ? ready[0] : (orders >> races & 1);
          ++races;
          path += static_cast<char>('0' + first);
          return first;
        };
        two_threads(m);
        paths.insert(path);
      }
    }
  }
  return paths.size();
}

TEST(Schedules, SchedulesAndInputsTogetherAreExploredExactly) {
  const size_t expected = brute_force();
  ASSERT_GT(expected, 40u);
  for (const std::string strategy : {"dfs", "bfs", "random", "generational", "auto"}) {
    for (unsigned jobs : {1u, 2u}) {
      Config config = with_strategy(strategy);
      config.jobs = jobs;
      MemoryCampaign campaign;
      const Summary summary = run_campaign(symbolic, config, campaign);
      EXPECT_EQ(summary.paths, expected) << strategy << ", " << jobs;
      EXPECT_EQ(summary.duplicate_paths, 0u);
      EXPECT_EQ(summary.divergences, 0u);
      EXPECT_TRUE(summary.exhausted);
    }
  }
}

TEST(Schedules, AreResumed) {
  MemoryCampaign campaign;
  Config config = with_strategy("random");
  config.max_runs = 7;
  Summary summary;
  for (int part = 0; part < 100 && !summary.exhausted; ++part) {
    summary = run_campaign(symbolic, config, campaign);
    config.resume = true;
  }
  EXPECT_TRUE(summary.exhausted);
  EXPECT_EQ(summary.paths, brute_force());
  EXPECT_EQ(summary.duplicate_paths, 0u);
}

TEST(Schedules, AreStoredWithTheTest) {
  MemoryCampaign campaign;
  run_campaign(
      [](ScriptedRun& run) {
        if (run.race(race_site, {0, 1}) == 1 && run.race(race_site, {0, 2}) == 2)
          run.fail("late", "demo:3");
      },
      with_strategy("dfs"), campaign);
  ASSERT_EQ(campaign.bugs.size(), 1u);
  const PortableTestCase& test = campaign.records.at(campaign.bugs.begin()->second.run).test;
  EXPECT_EQ(test.schedule.steps, (std::vector<uint32_t>{1, 2}));
}

// Asks for every other thread at every race of a run, and listens to what is closed.
class EveryOther : public Advisor {
 public:
  void inserted(uint64_t, const Execution& run, std::span<const PathTree::NodeId> nodes,
                Wishes& wishes) override {
    size_t depth = 0;
    for (uint32_t i = 0; i < run.choices.size(); ++i) {
      const Choice& choice = run.choices[i];
      if (!is_real(choice)) continue;
      EXPECT_EQ(wishes.tree().way(nodes[depth]).size(), depth);
      ++depth;
      if (choice.kind != ChoiceKind::race) continue;
      for (const Alternative& other : run.others(choice))
        wishes.ask({i, {{choice.site, choice.kind, other.id}}});
    }
    EXPECT_EQ(depth, nodes.size());
  }
  void closed(std::span<const PathTree::Closing> closings) override {
    for (const PathTree::Closing& closing : closings) {
      EXPECT_FALSE(closed_.contains(closing.parent)) << "children come before parents";
      EXPECT_TRUE(closed_.insert(closing.node).second);
    }
  }
  size_t count() const { return closed_.size(); }

 private:
  std::set<PathTree::NodeId> closed_;
};

TEST(Schedules, AnAdvisorOpensWhatItWants) {
  for (unsigned jobs : {1u, 2u}) {
    EveryOther advisor;
    MemoryCampaign campaign;
    Config config = with_strategy("dfs");
    config.jobs = jobs;
    const Summary summary =
        run_campaign([](ScriptedRun& run) { permute(run, 4); }, config, campaign, true, &advisor);
    EXPECT_EQ(summary.paths, 24u);
    EXPECT_EQ(summary.duplicate_paths, 0u);
    EXPECT_TRUE(summary.exhausted);
    EXPECT_EQ(advisor.count(), 1u + 4 + 12 + 24) << "the races of four, three, two threads and one";
    EXPECT_TRUE(campaign.frontier.empty()) << "nothing is left in the store";
  }
}

TEST(Schedules, WithoutWishesOneOrderIsEnough) {
  Advisor nobody;
  MemoryCampaign campaign;
  const Summary summary = run_campaign([](ScriptedRun& run) { permute(run, 4); },
                                       with_strategy("dfs"), campaign, true, &nobody);
  EXPECT_EQ(summary.paths, 1u);
  EXPECT_TRUE(summary.exhausted);
}

// Asks once, after the first run, for a way of three steps from its first race on.
class OneWay : public Advisor {
 public:
  void inserted(uint64_t, const Execution&, std::span<const PathTree::NodeId>,
                Wishes& wishes) override {
    if (std::exchange(asked_, true)) return;
    constexpr ChoiceKind race = ChoiceKind::race;
    wishes.ask({0, {{race_site, race, 2}, {race_site, race, 3}, {race_site, race, 1}}});
  }

 private:
  bool asked_ = false;
};

TEST(Schedules, AWayOfSeveralStepsIsRunAsPrescribed) {
  OneWay advisor;
  MemoryCampaign campaign;
  const Summary summary = run_campaign([](ScriptedRun& run) { permute(run, 4); },
                                       with_strategy("dfs"), campaign, true, &advisor);
  EXPECT_EQ(summary.paths, 2u);
  EXPECT_EQ(summary.divergences, 0u);
  EXPECT_TRUE(summary.exhausted);
  EXPECT_EQ(campaign.records.at(2).test.schedule.steps, (std::vector<uint32_t>{2, 3, 1, 0}));
}

// Asks, after the first run, for two ways that part at their second step.
class TwoWays : public Advisor {
 public:
  void inserted(uint64_t, const Execution&, std::span<const PathTree::NodeId>,
                Wishes& wishes) override {
    if (std::exchange(asked_, true)) return;
    constexpr ChoiceKind race = ChoiceKind::race;
    wishes.ask({0, {{race_site, race, 2}, {race_site, race, 3}, {race_site, race, 1}}});
    wishes.ask({0, {{race_site, race, 2}, {race_site, race, 1}}});
  }

 private:
  bool asked_ = false;
};

TEST(Schedules, WaysThatBeginAlikeAreStoredAndResumedApart) {
  const ScriptedProgram program = [](ScriptedRun& run) { permute(run, 4); };
  for (const uint64_t first : {1, 2}) {
    SCOPED_TRACE(first);
    MemoryCampaign campaign;
    Config config = with_strategy("dfs");
    config.max_runs = first;
    TwoWays before;
    EXPECT_FALSE(run_campaign(program, config, campaign, true, &before).exhausted);
    EXPECT_EQ(campaign.frontier.size(), 3 - first);
    config.max_runs = 0;
    config.resume = true;
    TwoWays after;
    const Summary summary = run_campaign(program, config, campaign, true, &after);
    EXPECT_EQ(summary.paths, 3u);
    EXPECT_EQ(summary.duplicate_paths, 0u);
    EXPECT_TRUE(summary.exhausted);
    EXPECT_TRUE(campaign.frontier.empty());
    std::set<std::vector<uint32_t>> orders;
    for (const auto& [number, record] : campaign.records) orders.insert(record.test.schedule.steps);
    EXPECT_EQ(orders, (std::set<std::vector<uint32_t>>{{0, 1, 2, 3}, {2, 3, 1, 0}, {2, 1, 0, 3}}));
  }
}

// Cuts every path after its second choice.
class Cutter : public Advisor {
 public:
  PathEnd end_of(const Execution&, uint32_t, PathEnd) override { return {2, Closed::subsumed}; }
  void closed(std::span<const PathTree::Closing> closings) override {
    for (const PathTree::Closing& closing : closings)
      for (const PathTree::Slot& slot : closing.alternatives)
        subsumed += slot.why == Closed::subsumed;
  }
  size_t subsumed = 0;
};

TEST(Schedules, AnAdvisorEndsPathsEarly) {
  Cutter advisor;
  MemoryCampaign campaign;
  const Summary summary = run_campaign(
      [](ScriptedRun& run) {
        for (unsigned i = 0; i < 5; ++i)
          run.branch(1 + i,
                     run.pool().eq(run.input("x" + std::to_string(i), 8), run.pool().bits(8, 1)));
      },
      with_strategy("dfs"), campaign, true, &advisor);
  EXPECT_EQ(summary.paths, 4u);
  EXPECT_TRUE(summary.exhausted);
  EXPECT_EQ(advisor.subsumed, 4u);
}

}  // namespace
}  // namespace cuttle
