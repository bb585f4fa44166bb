// SPDX-License-Identifier: Apache-2.0
// Damaged databases and test files: always an error or a usable answer, never a crash.
#include <gtest/gtest.h>

#include <random>

#include "engine/campaign/campaign.h"
#include "engine/campaign/test_file.h"
#include "engine/campaign/test_holder.h"
#include "engine/support/files.h"

namespace cuttle {
namespace {

const CampaignIdentity kIdentity{"t.c", "c", "f00d", "dfs", 0, {}, {}};

void fill(CampaignStore& campaign) {
  TestHolder holder(campaign);
  std::vector<SourceLocation> points(50, {"t.c", 3, 1, "f"});
  ASSERT_TRUE(campaign.put(std::vector<CoverageFamily>{{"branches", points}, {"lines", points}}));
  for (uint64_t run = 1; run <= 400; ++run) {
    RunRecord record;
    record.run = run;
    record.path = std::string(64, 'p');
    record.test.inputs = {{"x" + std::to_string(run % 30), "int", "bv32", std::to_string(run)}};
    record.covered = {static_cast<uint32_t>(run % 100)};
    record.limitations = {{Reason::concretised, "t.c:" + std::to_string(run % 9), "", 1}};
    if (run % 20 == 0)
      record.outcome = {Outcome::Kind::bug, 0, BugKind::abort, "m", "t.c:" + std::to_string(run),
                        {"f at t.c:1"}};
    ASSERT_TRUE(holder.record(record, {}, {item_at(run, 1, 1, {run, 2})}));
  }
  ASSERT_TRUE(
      campaign.put(BugReport{BugKind::abort, "m", "t.c:20", 20, "t", true, "", {"x"}, {"y"}}));
  ASSERT_TRUE(campaign.put(SummarySaved{}));
}

// Everything that a command could ask of a campaign.
bool usable(const std::filesystem::path& folder) {
  bool all = true;
  auto reader = read_campaign(folder);
  all &= static_cast<bool>(reader);
  if (reader) {
    all &= static_cast<bool>((*reader)->load());
    for (uint64_t run = 0; run < 420; run += 7)
      all &= (run == 0) != static_cast<bool>((*reader)->test(run)) || run > 400;
  }
  auto writer = resume_campaign(folder, kIdentity);
  all &= static_cast<bool>(writer);
  if (writer) {
    all &= static_cast<bool>((*writer)->load());
    RunRecord record;
    record.run = 401;
    record.test.inputs = {{"new", "int", "bv32", "1"}};
    auto lease = (*writer)->lease(10, 60);
    all &= static_cast<bool>(lease);
    Completion step;
    step.run = record;
    if (lease && !lease->items.empty()) step.item = lease->items.front().key;
    all &= static_cast<bool>((*writer)->complete(lease ? lease->token : 0, {step}));
    all &= static_cast<bool>((*writer)->flush());
  }
  return all;
}

class DamagedDatabase : public testing::Test {
 protected:
  void SetUp() override {
    auto campaign = create_campaign(temporary_.path() / "c", kIdentity);
    ASSERT_TRUE(campaign);
    fill(**campaign);
    campaign->reset();
    good_ = *read_file(file());
    ASSERT_TRUE(usable(temporary_.path() / "c"));
  }
  std::filesystem::path file() const { return temporary_.path() / "c" / "campaign.db"; }
  bool usable_with(const std::string& bytes) {
    for (const char* suffix : {"-wal", "-shm"}) std::filesystem::remove(file().string() + suffix);
    EXPECT_TRUE(write_file(file(), bytes));
    return usable(temporary_.path() / "c");
  }

  TemporaryFolder temporary_;
  std::string good_;
};

TEST_F(DamagedDatabase, Truncated) {
  std::mt19937 random(1);
  EXPECT_TRUE(usable_with(good_));
  for (size_t length : {0, 1, 15, 16, 99, 100, 511, 512, 4095, 4096, 4097})
    EXPECT_FALSE(usable_with(good_.substr(0, length))) << length;
  for (int i = 0; i < 60; ++i) {
    const size_t length = random() % good_.size();
    EXPECT_FALSE(usable_with(good_.substr(0, length))) << length;
  }
}

TEST_F(DamagedDatabase, RandomBytes) {
  std::mt19937 random(2);
  for (int i = 0; i < 60; ++i) {
    std::string bytes = i % 2 == 0 ? good_.substr(0, 100) : std::string();
    const size_t size = random() % 20000;
    while (bytes.size() < size) bytes += static_cast<char>(random());
    EXPECT_FALSE(usable_with(bytes)) << i;
  }
}

TEST_F(DamagedDatabase, FlippedBytes) {
  std::mt19937 random(3);
  for (int i = 0; i < 250; ++i) {
    std::string bytes = good_;
    // Mostly in one page, as bad storage does it; often in the structure at its start.
    const size_t page = random() % (bytes.size() / 4096) * 4096;
    for (int changes = 1 + static_cast<int>(random() % 20); changes > 0; --changes)
      bytes[page + random() % (random() % 2 == 0 ? 64 : 4096)] = static_cast<char>(random());
    usable_with(bytes);  // a changed text may well go unnoticed
  }
}

TEST_F(DamagedDatabase, DamagedLog) {
  // A log that belongs to another database, or to none, is not taken over.
  std::mt19937 random(4);
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(write_file(file(), good_));
    std::string log;
    while (log.size() < 8192) log += static_cast<char>(random());
    ASSERT_TRUE(write_file(file().string() + "-wal", log));
    std::filesystem::remove(file().string() + "-shm");
    EXPECT_TRUE(usable(temporary_.path() / "c")) << i;
  }
}

std::string good_test() {
  StoredTest stored;
  stored.target = "t.c";
  stored.language = "c";
  stored.run = 4;
  stored.test.inputs = {{"x", "int", "bv32", "7"}, {"\xff\n", "", "Bool", "true"}};
  stored.test.schedule.steps = {1, 2, 1};
  stored.description = {"x = 7"};
  stored.outcome = {Outcome::Kind::bug, 134, BugKind::segfault, "NULL", "t.c:9", {"f at t.c:9"}};
  stored.path = "abc";
  return test_to_json(stored);
}

TEST(TestFile, ReadsBack) {
  auto back = test_from_json(good_test(), "4.json");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(test_to_json(*back), good_test());
  EXPECT_EQ(back->test.schedule.steps.size(), 3u);
  EXPECT_EQ(back->outcome.bug, BugKind::segfault);
  EXPECT_EQ(test_file_name(4), "tests/000004.json");
  EXPECT_EQ(test_file_name(12345678), "tests/12345678.json");
}

TEST(TestFile, ErrorsAreClear) {
  auto message = [](const std::string& text) {
    auto result = test_from_json(text, "4.json");
    return result ? "accepted" : result.error().message;
  };
  EXPECT_EQ(message("{}"), "4.json is not a Cuttle test case");
  EXPECT_EQ(message("[1, 2]"), "4.json is not a Cuttle test case");
  EXPECT_EQ(message(R"({"schema_version": 9, "inputs": []})"),
            "4.json was written by a newer Cuttle: its schema_version is 9, this Cuttle reads up "
            "to 1");
  EXPECT_EQ(message(R"({"schema_version": 1, "inputs": []})"), "accepted");
  for (const char* text : {"", "{", "\xff\xfe", R"({"schema_version": 1, "inputs": [{}]})",
                           R"({"schema_version": 1, "inputs": 3})",
                           R"({"schema_version": 1, "inputs": [], "outcome": "nice"})",
                           R"({"schema_version": 1, "inputs": [], "bug": {"kind": "Not nice"}})",
                           R"({"schema_version": 1, "inputs": [], "schedule": ["x"]})"})
    EXPECT_EQ(message(text).find("4.json is damaged: "), 0u) << text << message(text);
  EXPECT_FALSE(read_test_file("no/such/file.json"));
  EXPECT_FALSE(read_test_file("/"));
}

TEST(TestFile, SurvivesDamage) {
  const std::string good = good_test();
  std::mt19937 random(5);
  for (int i = 0; i < 5000; ++i) {
    std::string text = good;
    for (int changes = 1 + static_cast<int>(random() % 3); changes > 0; --changes) {
      const size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = static_cast<char>(random());
          break;
        case 1:
          text.erase(at, random() % 30);
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), random() % 30));
      }
    }
    auto result = test_from_json(text, "x");
    EXPECT_TRUE(result || !result.error().message.empty());
  }
  EXPECT_FALSE(test_from_json(std::string(1'000'000, '['), "deep"));
}

}  // namespace
}  // namespace cuttle
