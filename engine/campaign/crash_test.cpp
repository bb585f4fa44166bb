// SPDX-License-Identifier: Apache-2.0
// Processes that write a campaign are killed at random moments; what they leave must be a state
// that the campaign really went through.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>
#include <random>
#include <set>

#include "engine/campaign/campaign.h"
#include "engine/campaign/test_file.h"
#include "engine/campaign/test_holder.h"
#include "engine/support/files.h"

namespace cuttle {
namespace {

const CampaignIdentity kIdentity{"t.c", "c", "f00d", "dfs", 0, {}, {}};

// A made-up exploration: step by step the same operations in every process.
class Exploration {
 public:
  // Performs the next operation as `holder`, or only on this model when it is null.
  Result<void> step(TestHolder* holder) {
    ++steps;
    if (run > 0 && !frontier.empty() && random_() % 3 == 0) return resolve(holder);
    RunRecord record;
    record.run = ++run;
    record.path = "p" + std::to_string(run);
    record.test = test(run);
    record.description = {"x = " + std::to_string(run)};
    record.keep_file = run % 500 == 0;
    if (run % 777 == 0)
      record.outcome = {Outcome::Kind::bug,
                        0,
                        BugKind::abort,
                        "abort",
                        "t.c:" + std::to_string(run),
                        {},
                        "abort@t.c:" + std::to_string(run)};
    std::optional<WorkItem> resolves;
    if (!frontier.empty()) resolves = take();
    std::vector<WorkItem> opens;
    for (uint32_t choice = 0; choice < 1 + random_() % 3; ++choice)
      opens.push_back(item_at(run, choice, random_() % 5));
    for (const WorkItem& item : opens) insert(item);
    record.covered = {static_cast<uint32_t>(run % 1000)};
    record.limitations = {{Reason::concretised, "t.c:1", "", 1}};
    ++limitations;
    return holder ? holder->record(record, resolves, opens) : Result<void>();
  }

  static PortableTestCase test(uint64_t run) {
    PortableTestCase test;
    for (uint64_t i = 0; i <= run % 4; ++i)
      test.inputs.push_back({"in" + std::to_string(run / 300) + "_" + std::to_string(i), "int",
                             "bv32", std::to_string(run * 7 + i)});
    return test;
  }

  std::vector<WorkItem> sorted() const {
    std::vector<WorkItem> out;
    for (const auto& [run, choice, alternative] : frontier)
      out.push_back(item_at(run, choice, alternative));
    return out;
  }

  uint64_t steps = 0, run = 0, limitations = 0;
  std::set<std::tuple<uint64_t, uint32_t, AlternativeId>> frontier;

 private:
  void insert(const WorkItem& item) { frontier.insert({item.run, item.choice, item.alternative}); }
  WorkItem take() {
    auto last = std::prev(frontier.end());
    const auto [run, choice, alternative] = *last;
    frontier.erase(last);
    return item_at(run, choice, alternative);
  }
  Result<void> resolve(TestHolder* holder) {
    const WorkItem item = take();
    ++limitations;
    const Limitation why{Reason::solver_unknown, "t.c:2", "", 1};
    return holder ? holder->resolve(item, why) : Result<void>();
  }

  std::mt19937 random_{5};
};

std::unique_ptr<CampaignStore> reopen(const std::filesystem::path& folder) {
  auto campaign = resume_campaign(folder, kIdentity);
  EXPECT_TRUE(campaign) << campaign.error().message << campaign.error().hint;
  return campaign ? std::move(campaign).value() : nullptr;
}

// The model at the very step whose state the campaign holds; fails the test when there is none.
// `items` are those that the resumed campaign has given out.
Exploration matching_step(CampaignStore& campaign, const std::filesystem::path& folder,
                          const std::vector<WorkItem>& items) {
  auto state = campaign.load();
  EXPECT_TRUE(state) << state.error().message;
  Exploration model;
  if (!state) return model;
  uint64_t limitations = 0;
  for (const Limitation& item : state->summary.incomplete) limitations += item.count;
  while (model.limitations < limitations) EXPECT_TRUE(model.step(nullptr));
  EXPECT_EQ(state->last_run, model.run);
  EXPECT_EQ(state->summary.runs, model.run);
  EXPECT_EQ(state->open_items, model.frontier.size());
  EXPECT_EQ(items, model.sorted());
  EXPECT_EQ(state->covered.size(), std::min<uint64_t>(model.run, 1000));
  EXPECT_EQ(state->summary.bugs.size(), model.run / 777);
  for (uint64_t run = 1; run <= model.run; run += 1 + model.run / 50) {
    auto test = campaign.test(run);
    EXPECT_TRUE(test && *test == Exploration::test(run)) << run;
  }
  for (uint64_t run = 777; run <= model.run; run += 777) {
    auto file = read_test_file(folder / test_file_name(run));
    EXPECT_TRUE(file && file->test == Exploration::test(run)) << run;
  }
  return model;
}

// In a process of its own: goes on with the campaign until it is killed or has `goal` runs.
[[noreturn]] void explore_until(const std::filesystem::path& folder, uint64_t goal) {
  auto opened = resume_campaign(folder, kIdentity);
  if (!opened) _exit(3);
  TestHolder holder(**opened);
  Exploration model = matching_step(**opened, folder, holder.items);
  if (testing::Test::HasFailure()) _exit(4);
  while (model.run < goal) {
    if (!model.step(&holder)) _exit(5);
    if (model.steps % 64 == 0) usleep(500);
  }
  if (!(*opened)->flush()) _exit(6);
  _exit(0);
}

TEST(Crash, KilledAtAnyMomentTheCampaignIsWholeAndGoesOn) {
  TemporaryFolder temporary;
  const auto folder = temporary.path() / "c";
  {
    ASSERT_TRUE(create_campaign(folder, kIdentity));
  }
  std::mt19937 random(3);
  uint64_t before = 0, progress = 0;
  // On a slow machine a child may be killed before it has caught up: later rounds give more time.
  for (useconds_t round = 0; round < 12 || (progress <= 3 && round < 60); ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) explore_until(folder, 1'000'000);
    usleep((50'000 + static_cast<useconds_t>(random() % 300'000)) * (1 + round / 6));
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "exit code " << WEXITSTATUS(status);
    auto campaign = reopen(folder);
    ASSERT_TRUE(campaign);
    const Exploration model = matching_step(*campaign, folder, TestHolder(*campaign).items);
    ASSERT_FALSE(HasFailure()) << "round " << round;
    EXPECT_GE(model.steps, before);
    progress += model.steps > before;
    before = model.steps;
  }
  EXPECT_GT(progress, 3u) << "nothing reached the disk";
  const pid_t child = fork();
  if (child == 0) explore_until(folder, before + 1000);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  auto campaign = reopen(folder);
  ASSERT_TRUE(campaign);
  EXPECT_EQ(matching_step(*campaign, folder, TestHolder(*campaign).items).run, before + 1000);
}

TEST(Crash, AFullDiskIsAnErrorAndTheCampaignStaysWhole) {
  TemporaryFolder temporary;
  const auto folder = temporary.path() / "c";
  {
    ASSERT_TRUE(create_campaign(folder, kIdentity));
  }
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    // No file may grow beyond 300 kB: the kernel refuses the write as it does on a full disk.
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{300'000, 300'000};
    setrlimit(RLIMIT_FSIZE, &limit);
    auto campaign = reopen(folder);
    TestHolder holder(*campaign);
    Exploration model;
    for (int i = 0; i < 1'000'000; ++i) {
      auto done = model.step(&holder);
      if (done) continue;
      if (done.error().kind != Error::Kind::environment) _exit(7);
      if (campaign->flush()) _exit(8);
      if (campaign->load()) _exit(9);
      _exit(42);
    }
    _exit(10);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  ASSERT_EQ(WEXITSTATUS(status), 42);
  auto campaign = reopen(folder);
  ASSERT_TRUE(campaign);
  uint64_t steps = 0;
  {
    TestHolder holder(*campaign);
    Exploration model = matching_step(*campaign, folder, holder.items);
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(model.step(&holder));
    steps = model.steps;
  }
  campaign.reset();
  campaign = reopen(folder);
  ASSERT_TRUE(campaign);
  EXPECT_EQ(matching_step(*campaign, folder, TestHolder(*campaign).items).steps, steps);
}

}  // namespace
}  // namespace cuttle
