// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/campaign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "engine/campaign/test_file.h"
#include "engine/campaign/test_holder.h"
#include "engine/support/files.h"

namespace cuttle {
namespace {

using testing::ElementsAre;

const CampaignIdentity kIdentity{"t.c", "c", "f00d", "dfs", 7, {"t.c", "--strategy", "dfs"},
                                 "/src"};

RunRecord sample(uint64_t run) {
  RunRecord record;
  record.run = run;
  record.test.inputs = {{"x", "int", "bv32", std::to_string(run)},
                        {"f", "float", "float32", "0x1"}};
  record.path = "digest" + std::to_string(run);
  record.description = {"x = " + std::to_string(run)};
  return record;
}

std::unique_ptr<CampaignStore> create(const std::filesystem::path& folder) {
  auto campaign = create_campaign(folder, kIdentity);
  EXPECT_TRUE(campaign) << campaign.error().message;
  return std::move(campaign).value();
}

std::unique_ptr<CampaignStore> resume(const std::filesystem::path& folder) {
  auto campaign = resume_campaign(folder, kIdentity);
  EXPECT_TRUE(campaign) << campaign.error().message;
  return std::move(campaign).value();
}

TEST(Campaign, EverythingRecordedIsThereAfterReopening) {
  TemporaryFolder temporary;
  const auto folder = temporary.path() / "a" / "t.cuttle";
  BugReport bug{BugKind::segfault, "NULL",        "t.c:3", 2, "tests/000002.json", true, "",
                {"x = 2"},         {"f at t.c:3"}};
  {
    auto campaign = create(folder);
    TestHolder holder(*campaign);
    ASSERT_TRUE(campaign->put(std::vector<CoverageFamily>{
        {"branches", {{"t.c", 3, 5, "f"}, {"t.c", 3, 5, "f"}, {"t.c", 9, 1, "g"}}},
        {"lines", {{"t.c", 3, 0, "f"}}}}));
    RunRecord first = sample(1);
    first.covered = {0, 3};
    first.limitations = {{Reason::concretised, "t.c:4", "call to `sin'", 2}};
    first.keep_file = true;
    ASSERT_TRUE(holder.record(first, {}, {item_at(1, 0, 1), item_at(1, 1, 0), item_at(1, 2, 7)}));
    RunRecord second = sample(2);
    second.covered = {2};
    second.outcome = {Outcome::Kind::bug, 0, BugKind::segfault, "NULL", "t.c:3", {"f at t.c:3"}};
    second.limitations = {{Reason::concretised, "t.c:4", "call to `sin'", 3}};
    ASSERT_TRUE(holder.record(second, item_at(1, 1, 0), {item_at(2, 5, 1)}));
    ASSERT_TRUE(
        holder.resolve(item_at(1, 2, 7), Limitation{Reason::solver_unknown, "t.c:5", "", 1}));
    ASSERT_TRUE(campaign->put(bug));
    RunRecord third = sample(3);
    third.is_path = false;
    third.outcome.kind = Outcome::Kind::rejected;
    ASSERT_TRUE(holder.record(third));
    RunRecord fourth = sample(4);
    fourth.is_path = false;
    fourth.is_duplicate = true;
    ASSERT_TRUE(holder.record(fourth));
  }
  auto campaign = resume(folder);
  auto state = campaign->load();
  ASSERT_TRUE(state) << state.error().message;
  EXPECT_EQ(state->last_run, 4u);
  EXPECT_EQ(state->open_items, 2u);
  EXPECT_THAT(TestHolder(*campaign).items, ElementsAre(item_at(1, 0, 1), item_at(2, 5, 1)));
  EXPECT_THAT(state->covered, ElementsAre(0, 2, 3));
  EXPECT_FALSE(state->saved);
  EXPECT_EQ(state->identity.command, kIdentity.command);
  EXPECT_EQ(state->identity.directory, "/src");
  ASSERT_EQ(state->coverage.size(), 2u);
  EXPECT_EQ(state->coverage[0].points[2].function, "g");
  EXPECT_EQ(state->coverage[1].points[0].line, 3u);
  const Summary& summary = state->summary;
  EXPECT_EQ(summary.target, "t.c");
  EXPECT_EQ(summary.seed, 7u);
  EXPECT_EQ(summary.runs, 4u);
  EXPECT_EQ(summary.paths, 2u);
  EXPECT_EQ(summary.rejected, 1u);
  EXPECT_EQ(summary.duplicate_paths, 1u);
  EXPECT_EQ(summary.tests, 2u);
  EXPECT_EQ(summary.coverage.at("branches").covered, 2u);
  EXPECT_EQ(summary.coverage.at("branches").total, 3u);
  EXPECT_EQ(summary.coverage.at("lines").covered, 1u);
  ASSERT_EQ(summary.incomplete.size(), 2u);
  EXPECT_EQ(summary.incomplete[0].reason, Reason::concretised);
  EXPECT_EQ(summary.incomplete[0].count, 5u);
  EXPECT_EQ(summary.incomplete[1].reason, Reason::solver_unknown);
  ASSERT_EQ(summary.bugs.size(), 1u);
  EXPECT_TRUE(summary.bugs[0].confirmed);
  EXPECT_EQ(summary.bugs[0].stack, bug.stack);
  auto test = campaign->test(2);
  ASSERT_TRUE(test);
  EXPECT_EQ(*test, sample(2).test);
  EXPECT_FALSE(campaign->test(99));
}

TEST(Campaign, TestFilesAreWrittenForKeptRunsAndForBugs) {
  TemporaryFolder folder;
  auto campaign = create(folder.path());
  RunRecord kept = sample(1), plain = sample(2), bug = sample(3);
  kept.keep_file = true;
  bug.outcome = {Outcome::Kind::bug, 134, BugKind::abort, "abort", "t.c:1", {"main at t.c:1"}};
  TestHolder holder(*campaign);
  for (const RunRecord& record : {kept, plain, bug}) ASSERT_TRUE(holder.record(record));
  ASSERT_TRUE(campaign->flush());
  EXPECT_FALSE(std::filesystem::exists(folder.path() / test_file_name(2)));
  auto first = read_test_file(folder.path() / test_file_name(1));
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(first->test, kept.test);
  EXPECT_EQ(first->target, "t.c");
  EXPECT_EQ(first->path, "digest1");
  auto third = read_test_file(folder.path() / test_file_name(3));
  ASSERT_TRUE(third);
  EXPECT_EQ(third->outcome.bug, BugKind::abort);
  EXPECT_EQ(third->outcome.stack, bug.outcome.stack);
  EXPECT_EQ(third->description, bug.description);
}

TEST(Campaign, RecordsReachTheDiskByThemselves) {
  TemporaryFolder folder;
  auto campaign = create(folder.path());
  TestHolder holder(*campaign);
  ASSERT_TRUE(holder.record(sample(1)));
  for (int waited = 0; waited < 100; ++waited) {
    auto reader = read_campaign(folder.path());
    ASSERT_TRUE(reader);
    if ((*reader)->test(1)) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  FAIL() << "nothing was written";
}

TEST(Campaign, ABugWhoseReportWasCutOffIsNotLost) {
  TemporaryFolder folder;
  auto campaign = create(folder.path());
  TestHolder holder(*campaign);
  RunRecord record = sample(1);
  record.outcome = {Outcome::Kind::bug, 0, BugKind::assertion, "x > 0", "t.c:9", {}, "a@t.c:9"};
  ASSERT_TRUE(holder.record(record));
  record.run = 2;
  ASSERT_TRUE(holder.record(record));
  auto state = campaign->load();
  ASSERT_TRUE(state);
  ASSERT_EQ(state->summary.bugs.size(), 1u);
  EXPECT_EQ(state->summary.bugs[0].run, 1u);
  EXPECT_FALSE(state->summary.bugs[0].confirmed);
  EXPECT_NE(state->summary.bugs[0].unconfirmed_why, "");
  // Reported with the location that the plain build gave: still the same bug.
  ASSERT_TRUE(campaign->put(
      BugReport{BugKind::assertion, "x > 0", "t.c:10", 1, "", true, "", {}, {}, "b"}));
  state = campaign->load();
  ASSERT_TRUE(state);
  ASSERT_EQ(state->summary.bugs.size(), 1u);
  EXPECT_TRUE(state->summary.bugs[0].confirmed);
}

TEST(Campaign, TheKeyAloneTellsBugsApart) {
  TemporaryFolder folder;
  auto campaign = create(folder.path());
  BugReport bug{BugKind("some-error"), "m", "t.x:1", 1, "", true, "", {}, {},
                "some-error@t.x:1 one"};
  TestHolder holder(*campaign);
  for (const char* key : {"one", "two", "three", "two"}) {
    bug.key = key;
    ASSERT_TRUE(campaign->put(bug));
    RunRecord record = sample(++bug.run);
    record.outcome = {Outcome::Kind::bug, 0, bug.kind, "m", "t.x:1", {}, key};
    ASSERT_TRUE(holder.record(record));
  }
  campaign.reset();
  auto state = resume(folder.path())->load();
  ASSERT_TRUE(state);
  ASSERT_EQ(state->summary.bugs.size(), 3u) << "one kind, one place, three bugs";
  EXPECT_EQ(state->summary.bugs[0].kind, BugKind("some-error"));
  EXPECT_EQ(state->summary.bugs[0].key, "one");
}

TEST(Campaign, ManyThreadsMayRecordAtOnce) {
  TemporaryFolder folder;
  auto campaign = create(folder.path());
  TestHolder holder(*campaign);
  constexpr uint64_t kRuns = 5000;
  std::vector<std::thread> threads;
  for (uint64_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (uint64_t run = 1 + t; run <= kRuns; run += 4) {
        RunRecord record = sample(run);
        EXPECT_TRUE(holder.record(record, {}, {item_at(run, 0, 1), item_at(run, 1, 1)}));
        EXPECT_TRUE(holder.resolve(item_at(run, 0, 1)));
      }
    });
  for (auto& thread : threads) thread.join();
  auto state = campaign->load();
  ASSERT_TRUE(state);
  EXPECT_EQ(state->summary.runs, kRuns);
  EXPECT_EQ(state->open_items, kRuns);
  EXPECT_EQ(*campaign->test(4711), sample(4711).test);
}

TEST(Campaign, ANewCampaignReplacesAnOldOneOfOursAndNothingElse) {
  TemporaryFolder folder;
  {
    auto campaign = create(folder.path());
    RunRecord record = sample(1);
    record.keep_file = true;
    ASSERT_TRUE(TestHolder(*campaign).record(record));
  }
  ASSERT_TRUE(write_file(folder.path() / "tests" / "mine.json", "{}"));
  ASSERT_TRUE(write_file(folder.path() / "notes.txt", "keep"));
  auto campaign = create(folder.path());
  auto state = campaign->load();
  ASSERT_TRUE(state);
  EXPECT_EQ(state->summary.runs, 0u);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / test_file_name(1)));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "tests" / "mine.json"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "notes.txt"));
}

TEST(Campaign, AReaderSeesACampaignThatIsBeingWrittenAndCannotChangeIt) {
  TemporaryFolder folder;
  auto campaign = create(folder.path());
  TestHolder holder(*campaign);
  ASSERT_TRUE(holder.record(sample(1)));
  ASSERT_TRUE(campaign->flush());
  auto reader = read_campaign(folder.path());
  ASSERT_TRUE(reader);
  EXPECT_EQ((*reader)->load()->summary.runs, 1u);
  RunRecord second = sample(2);
  second.test.inputs.push_back({"new", "char", "bv8", "1"});
  ASSERT_TRUE(holder.record(second));
  ASSERT_TRUE(campaign->flush());
  EXPECT_EQ((*reader)->load()->summary.runs, 2u);
  EXPECT_TRUE((*reader)->test(2)) << "declarations are read again";
  EXPECT_FALSE((*reader)->put(SummarySaved{}));
  EXPECT_FALSE((*reader)->numbers(1));
}

}  // namespace
}  // namespace cuttle
