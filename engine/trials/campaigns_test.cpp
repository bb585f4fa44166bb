// SPDX-License-Identifier: Apache-2.0
// Campaigns over programs with threads: what they find, and how they go on.
#include "engine/schedule/calm.h"
#include "engine/schedule/pictures.h"
#include "engine/trials/campaign.h"
#include "engine/trials/random_programs.h"

namespace cuttle::trials {
namespace {

std::set<std::string> distinct(const Explored& explored) {
  return {explored.classes.begin(), explored.classes.end()};
}

// In parts of a few runs each, by processes that know only what is in the store.
std::multiset<std::string> in_parts(const Program& program, const Config& settings) {
  const auto contents = std::make_shared<MemoryContents>();
  Config config = settings;
  Summary summary;
  for (int part = 0; part < 500 && !summary.exhausted; ++part) {
    summary = explore_all(program, config, make_wakeup_trees(), contents).summary;
    config.resume = true;
  }
  EXPECT_TRUE(summary.exhausted);
  EXPECT_EQ(summary.schedule.redundant, 0u);
  std::multiset<std::string> classes;
  for (const auto& [number, record] : contents->runs) {
    ExprPool pool;
    Result<TestCase> test = from_portable(pool, record.test);
    Execution run;
    World(pool, program, *test, run).run();
    classes.insert(class_of(run));
  }
  return classes;
}

TEST(Campaigns, AreResumed) {
  for (const Program& program :
       {last_zero(3), philosophers(3, false), buffer(2, BufferBug::none), last_zero_with_inputs(3),
        locks_by_input(), readers_with_inputs(3)}) {
    Config config = with("random", 5);
    config.max_runs = 7;
    EXPECT_EQ(in_parts(program, config), explore_all(program).classes);
  }
}

TEST(Campaigns, RandomProgramsAreResumed) {
  for (uint64_t seed = 500; seed < 540; ++seed) {
    const Program program = random_program(seed, {true, true, false});
    const Explored whole = explore_all(program);
    if (whole.classes.size() > 60) continue;
    Config config = with("random", seed);
    config.max_runs = 3;
    EXPECT_EQ(in_parts(program, config), whole.classes) << seed;
  }
}

TEST(Campaigns, TwoWorkersMakeTheSameRuns) {
  for (const Program& program : {last_zero(5), account(3), buffer(2, BufferBug::none),
                                 last_zero_with_inputs(3), readers_with_inputs(3)}) {
    const Explored two = explore_all(program, with("auto", 0, 2));
    EXPECT_EQ(distinct(two), distinct(explore_all(program)));
    EXPECT_EQ(distinct(two).size(), two.classes.size());
    EXPECT_EQ(two.redundant, 0u);
    EXPECT_TRUE(two.summary.exhausted);
  }
}

TEST(Campaigns, TheSummaryCountsExecutions) {
  const Summary summary = explore_all(account(3)).summary;
  EXPECT_EQ(summary.schedule.executions, 36u);
  EXPECT_EQ(summary.schedule.redundant, 0u);
  EXPECT_EQ(summary.schedule.deadlocks, 0u);
  EXPECT_GT(summary.schedule.races, 0u);
}

TEST(Campaigns, ADeadlockIsReportedWithItsCycle) {
  for (unsigned n = 2; n <= 5; ++n) {
    const Summary summary = explore_all(philosophers(n, false)).summary;
    ASSERT_EQ(summary.bugs.size(), 1u) << n;
    EXPECT_EQ(summary.bugs[0].kind, BugKind::deadlock);
    EXPECT_EQ(summary.bugs[0].stack.size(), n) << "all of them wait for the next";
    EXPECT_NE(summary.bugs[0].message.find("thread 0 waits at demo:1 for a lock that thread 1"),
              std::string::npos)
        << summary.bugs[0].message;
    EXPECT_EQ(summary.schedule.deadlocks, 1u);
    EXPECT_TRUE(summary.exhausted);
    EXPECT_TRUE(explore_all(philosophers(n, true)).summary.bugs.empty());
  }
}

TEST(Campaigns, LostSignalsAndLateLooksAreFound) {
  EXPECT_TRUE(explore_all(buffer(2, BufferBug::none)).summary.bugs.empty());
  const Summary lost = explore_all(buffer(2, BufferBug::wrong_condition)).summary;
  ASSERT_FALSE(lost.bugs.empty());
  EXPECT_EQ(lost.bugs[0].kind, BugKind::deadlock);
  EXPECT_NE(lost.bugs[0].message.find("for a signal that nobody sends"), std::string::npos);
  const Summary late = explore_all(buffer(2, BufferBug::if_for_while)).summary;
  EXPECT_TRUE(std::any_of(late.bugs.begin(), late.bugs.end(),
                          [](const BugReport& bug) { return bug.kind == BugKind::assertion; }));
}

TEST(Campaigns, RacesAreReportedOncePerPairOfPlaces) {
  const Summary racy = explore_all(account(2)).summary;
  ASSERT_EQ(racy.bugs.size(), 1u);
  EXPECT_EQ(racy.bugs[0].kind, BugKind::data_race);
  EXPECT_TRUE(explore_all(increments(3)).summary.bugs.empty());
}

// The paper's own algorithm: complete where nothing deadlocks.
TEST(Campaigns, FlipsMissNothingWithoutDeadlocks) {
  for (const Program& program : {figure_21(), figure_22(), section_8(), readers(3), last_zero(3),
                                 account(3), increments(3), philosophers(3, true), figure_2()}) {
    const Explored flips = explore_all(program, {}, make_flips());
    const Explored optimal = explore_all(program);
    EXPECT_EQ(distinct(flips), distinct(optimal));
    EXPECT_GE(flips.summary.runs, optimal.summary.runs);
    EXPECT_TRUE(flips.summary.exhausted);
  }
}

// By chance: bugs are found, nobody claims that all was tried.
TEST(Campaigns, OrdersByChanceFindDeadlocks) {
  for (const std::string way : {"random", "pct", "pos"}) {
    Config config;
    config.schedule = way;
    config.schedules = 200;
    const Summary summary = explore_all(philosophers(3, false), config, nullptr).summary;
    ASSERT_FALSE(summary.bugs.empty()) << way;
    EXPECT_EQ(summary.bugs[0].kind, BugKind::deadlock);
    EXPECT_EQ(summary.runs, 201u) << way;
    EXPECT_FALSE(summary.exhausted);
  }
}

Execution run_of(ExprPool& pool, const Program& program, std::vector<uint32_t> steps) {
  Execution run;
  const TestCase test{{}, {std::move(steps)}};
  World(pool, program, test, run).run();
  run.study = Study::of(run);
  return run;
}

TEST(Campaigns, ACalmerRunIsEquivalent) {
  ExprPool pool;
  const Program program = account(3);
  const Execution wild = run_of(pool, program, {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2});
  const Execution calm = run_of(pool, program, calm_steps(*wild.study));
  EXPECT_EQ(class_of(calm), class_of(wild));
  EXPECT_EQ(calm.study->key(), wild.study->key());
  EXPECT_LT(preemptions(calm), preemptions(wild));
}

TEST(Campaigns, ARunIsShownInColumnsTracksAndAsAGraph) {
  ExprPool pool;
  const Execution run = run_of(pool, figure_21(), {0, 1, 2});
  const PlaceOf place = [](SiteId site) { return "demo:" + std::to_string(site); };
  const std::string text = columns(run, place);
  EXPECT_TRUE(text.starts_with("step  thread 0")) << text;
  EXPECT_NE(text.find("writes 4 at demo:2"), std::string::npos) << text;
  const std::string json = chrome_trace(run, place);
  EXPECT_NE(json.find("\"name\": \"writes 4 at demo:2\", \"ph\": \"X\", \"pid\": 1, \"tid\": 1"),
            std::string::npos)
      << json;
  const std::string dot = happens_before_dot(run, place);
  EXPECT_NE(dot.find("style=dashed"), std::string::npos) << "one write comes after the other";
}

}  // namespace
}  // namespace cuttle::trials
