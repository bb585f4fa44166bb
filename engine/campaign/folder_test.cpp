// SPDX-License-Identifier: Apache-2.0
// What may be used as a campaign's folder, and what is refused untouched.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>

#include "engine/campaign/campaign.h"
#include "engine/support/files.h"

namespace cuttle {
namespace {

using testing::HasSubstr;
using testing::Not;

const CampaignIdentity kIdentity{"t.c", "c", "f00d", "dfs", 0, {}, {}};

std::map<std::string, std::string> contents(const std::filesystem::path& folder) {
  std::map<std::string, std::string> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    // Readers of a database create this file; it holds nothing.
    if (entry.path().extension() == ".db-shm" || entry.path().extension() == ".db-wal") continue;
    if (entry.path().filename() == "campaign.lock") continue;
    out[entry.path().string()] = entry.is_regular_file() ? *read_file(entry.path()) : "";
  }
  return out;
}

// Neither creating nor resuming nor reading works, and nothing changes.
void expect_refused(const std::filesystem::path& folder, const std::string& message,
                    bool create = true) {
  const auto before = contents(folder.parent_path());
  std::vector<Error> errors;
  auto note = [&](auto result) {
    ASSERT_FALSE(result);
    errors.push_back(result.error());
  };
  if (create) note(create_campaign(folder, kIdentity));
  note(resume_campaign(folder, kIdentity));
  note(read_campaign(folder));
  for (const Error& error : errors) {
    EXPECT_THAT(error.message, HasSubstr(message));
    EXPECT_NE(error.hint, "");
  }
  EXPECT_EQ(contents(folder.parent_path()), before);
}

void make(const std::filesystem::path& folder) {
  ASSERT_TRUE(create_campaign(folder, kIdentity));
}

void execute(const std::filesystem::path& folder, const char* sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open((folder / "campaign.db").c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
}

TEST(Folder, AMissingCampaignIsSaid) {
  TemporaryFolder temporary;
  auto none = read_campaign(temporary.path() / "none");
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("there is no campaign in"));
  EXPECT_FALSE(std::filesystem::exists(temporary.path() / "none"));
  EXPECT_FALSE(resume_campaign(temporary.path() / "none", kIdentity));
  EXPECT_FALSE(std::filesystem::exists(temporary.path() / "none"));
}

TEST(Folder, AFileInTheWayIsRefused) {
  TemporaryFolder temporary;
  ASSERT_TRUE(write_file(temporary.path() / "t.cuttle", "precious"));
  auto campaign = create_campaign(temporary.path() / "t.cuttle", kIdentity);
  ASSERT_FALSE(campaign);
  EXPECT_THAT(campaign.error().message, HasSubstr("there is a file of that name"));
  EXPECT_EQ(*read_file(temporary.path() / "t.cuttle"), "precious");
  EXPECT_FALSE(create_campaign(temporary.path() / "t.cuttle" / "below", kIdentity));
  EXPECT_FALSE(read_campaign(temporary.path() / "t.cuttle"));
}

TEST(Folder, AFolderOfSomebodyElseIsRefused) {
  TemporaryFolder temporary;
  const auto folder = temporary.path() / "src";
  std::filesystem::create_directories(folder / "tests");
  ASSERT_TRUE(write_file(folder / "tests" / "000001.json", "mine"));
  const auto before = contents(folder);
  auto campaign = create_campaign(folder, kIdentity);
  ASSERT_FALSE(campaign);
  EXPECT_THAT(campaign.error().message, HasSubstr("exists and is not a Cuttle campaign"));
  EXPECT_EQ(contents(folder), before);
  EXPECT_FALSE(std::filesystem::exists(folder / "campaign.lock"));
}

TEST(Folder, AFolderThatCannotBeWrittenIsRefused) {
  if (geteuid() == 0) {
    // Root may write anywhere but here.
    auto campaign = create_campaign("/proc/t.cuttle", kIdentity);
    ASSERT_FALSE(campaign);
    EXPECT_EQ(campaign.error().kind, Error::Kind::environment);
    EXPECT_THAT(campaign.error().message, HasSubstr("/proc/t.cuttle"));
    return;
  }
  TemporaryFolder temporary;
  std::filesystem::permissions(
      temporary.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  auto campaign = create_campaign(temporary.path(), kIdentity);
  ASSERT_FALSE(campaign);
  EXPECT_THAT(campaign.error().message, HasSubstr("Permission denied"));
  EXPECT_FALSE(create_campaign(temporary.path() / "below", kIdentity));
  std::filesystem::permissions(temporary.path(), std::filesystem::perms::owner_all);
}

TEST(Folder, ANewerSchemaIsRefusedWithBothVersions) {
  TemporaryFolder temporary;
  make(temporary.path() / "c");
  execute(temporary.path() / "c", "PRAGMA user_version=7");
  expect_refused(temporary.path() / "c", "its schema version is 7, this Cuttle reads up to 4");
}

TEST(Folder, AnOlderSchemaIsNotReadButMayBeReplaced) {
  TemporaryFolder temporary;
  const auto folder = temporary.path() / "c";
  make(folder);
  execute(folder, "PRAGMA user_version=1");
  const auto expect_refused = [](const auto& opened) {
    ASSERT_FALSE(opened);
    EXPECT_THAT(opened.error().message, HasSubstr("its schema version is 1, this Cuttle reads 4"));
    EXPECT_THAT(opened.error().hint, HasSubstr("without --resume"));
  };
  expect_refused(read_campaign(folder));
  expect_refused(resume_campaign(folder, kIdentity));
  expect_refused(JoinedFolder::join(folder));
  EXPECT_TRUE(create_campaign(folder, kIdentity));
  EXPECT_TRUE(read_campaign(folder));
}

TEST(Folder, ADatabaseOfSomebodyElseIsRefused) {
  TemporaryFolder temporary;
  std::filesystem::create_directory(temporary.path() / "c");
  execute(temporary.path() / "c", "CREATE TABLE precious(x)");
  expect_refused(temporary.path() / "c", "is not a Cuttle campaign or is damaged");
  ASSERT_TRUE(write_file(temporary.path() / "c" / "campaign.db", "some text"));
  expect_refused(temporary.path() / "c", "is not a Cuttle campaign or is damaged");
  ASSERT_TRUE(write_file(temporary.path() / "c" / "campaign.db", ""));
  expect_refused(temporary.path() / "c", "is not a Cuttle campaign or is damaged");
}

TEST(Folder, OurDatabaseWithoutItsTablesIsDamaged) {
  TemporaryFolder temporary;
  make(temporary.path() / "c");
  execute(temporary.path() / "c", "DROP TABLE runs; DROP TABLE meta");
  expect_refused(temporary.path() / "c", "is not a Cuttle campaign or is damaged", false);
  make(temporary.path() / "c");  // it is ours: a new campaign may replace it
  EXPECT_TRUE(resume_campaign(temporary.path() / "c", kIdentity));
}

TEST(Folder, AReasonOfAnotherVersionIsKept) {
  TemporaryFolder temporary;
  make(temporary.path() / "c");
  execute(temporary.path() / "c",
          "INSERT INTO limitations VALUES('moon-phase', 't.c:3', 'full', 2)");
  auto campaign = read_campaign(temporary.path() / "c");
  ASSERT_TRUE(campaign) << campaign.error().message;
  auto state = (*campaign)->load();
  ASSERT_TRUE(state) << state.error().message;
  ASSERT_EQ(state->summary.incomplete.size(), 1u);
  EXPECT_EQ(state->summary.incomplete[0].reason, Reason::unknown);
  EXPECT_EQ(state->summary.incomplete[0].location, "t.c:3");
  EXPECT_EQ(state->summary.incomplete[0].detail, "moon-phase: full");
  EXPECT_EQ(state->summary.incomplete[0].count, 2u);
}

TEST(Folder, ResumingSaysWhatDiffers) {
  TemporaryFolder temporary;
  make(temporary.path());
  CampaignIdentity other{"u.c", "c", "beef", "bfs", 1, {}, {}};
  auto campaign = resume_campaign(temporary.path(), other);
  ASSERT_FALSE(campaign);
  const std::string message = campaign.error().message;
  EXPECT_THAT(message, HasSubstr("target: was `t.c', is now `u.c'"));
  EXPECT_THAT(message, HasSubstr("strategy: was `dfs', is now `bfs'"));
  EXPECT_THAT(message, HasSubstr("seed: was `0', is now `1'"));
  EXPECT_THAT(message, HasSubstr("the program, or an option that shapes its paths, has changed"));
  EXPECT_THAT(message, Not(HasSubstr("language")));
  EXPECT_TRUE(resume_campaign(temporary.path(), kIdentity));
}

TEST(Folder, TwoProcessesCannotWriteOneCampaign) {
  TemporaryFolder temporary;
  auto campaign = create_campaign(temporary.path(), kIdentity);
  ASSERT_TRUE(campaign);
  const pid_t child = fork();
  if (child == 0) {
    auto claimed = ClaimedFolder::claim(temporary.path());
    const std::string holder = "in use by process " + std::to_string(getppid());
    if (claimed || claimed.error().message.find(holder) == std::string::npos) _exit(1);
    if (create_campaign(temporary.path(), kIdentity)) _exit(2);
    if (resume_campaign(temporary.path(), kIdentity)) _exit(3);
    if (!read_campaign(temporary.path())) _exit(4);
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(Folder, AClaimedFolderMayBeFilledBeforeTheCampaignIsCreated) {
  TemporaryFolder temporary;
  auto claimed = ClaimedFolder::claim(temporary.path() / "c");
  ASSERT_TRUE(claimed);
  ASSERT_TRUE(write_file(temporary.path() / "c" / "program", "built"));
  ASSERT_TRUE(create_campaign(std::move(claimed).value(), kIdentity));
  EXPECT_EQ(*read_file(temporary.path() / "c" / "program"), "built");
  // Stopped between the two: still one of ours.
  std::filesystem::remove(temporary.path() / "c" / "campaign.db");
  EXPECT_TRUE(create_campaign(temporary.path() / "c", kIdentity));
}

TEST(Folder, AReadOnlyFolderCanBeReported) {
  TemporaryFolder temporary;
  const auto folder = temporary.path() / "c";
  make(folder);
  std::filesystem::permissions(
      folder, std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  auto campaign = read_campaign(folder);
  EXPECT_TRUE(campaign) << campaign.error().message;
  if (campaign) {
    EXPECT_TRUE((*campaign)->load());
  }
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
}

TEST(Folder, StrangeNamesWork) {
  TemporaryFolder temporary;
  for (const char* name : {"a b", "100%41", "q?mode=ro", "h#ash", "caf\xc3\xa9", "-dash"}) {
    make(temporary.path() / name);
    EXPECT_TRUE(read_campaign(temporary.path() / name)) << name;
    EXPECT_TRUE(resume_campaign(temporary.path() / name, kIdentity)) << name;
    EXPECT_TRUE(std::filesystem::exists(temporary.path() / name / "campaign.db")) << name;
  }
}

}  // namespace
}  // namespace cuttle
