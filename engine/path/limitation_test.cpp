// SPDX-License-Identifier: Apache-2.0
#include "engine/path/limitation.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <vector>

namespace cuttle {
namespace {

std::vector<Reason> all_reasons() {
  std::vector<Reason> list;
  for (uint8_t i = 0; i < static_cast<uint8_t>(Reason::kCount); ++i)
    list.push_back(static_cast<Reason>(i));
  return list;
}

TEST(Limitation, EveryReasonHasItsRow) {
  std::set<std::string_view> names, meanings;
  for (Reason reason : all_reasons()) {
    const ReasonRow& row = row_of(reason);
    EXPECT_EQ(row.reason, reason);
    EXPECT_EQ(parse_reason(row.name), reason);
    EXPECT_FALSE(row.meaning.empty()) << row.name;
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(meanings.insert(row.meaning).second) << row.name;
  }
  EXPECT_EQ(row_of(Reason::solver_unknown).name, "solver-unknown");
  EXPECT_TRUE(row_of(Reason::interrupted).resuming_helps);
  EXPECT_FALSE(row_of(Reason::depth).resuming_helps);
}

TEST(Limitation, NamesAreWholeNames) {
  for (const char* name : {"", "a", "dept", "depths", "solver_unknown", "zebra"})
    EXPECT_FALSE(parse_reason(name)) << name;
}

TEST(Limitation, KeepsTheNameOfAnUnknownReason) {
  const Limitation known = limitation_named("depth", "f.c:3", "deep", 2);
  EXPECT_EQ(known.reason, Reason::depth);
  EXPECT_EQ(known.location, "f.c:3");
  EXPECT_EQ(known.detail, "deep");
  EXPECT_EQ(known.count, 2u);

  const Limitation other = limitation_named("moon-phase", "f.c:3", "full", 2);
  EXPECT_EQ(other.reason, Reason::unknown);
  EXPECT_EQ(other.location, "f.c:3");
  EXPECT_EQ(other.detail, "moon-phase: full");
  EXPECT_EQ(limitation_named("moon-phase", "", "", 1).detail, "moon-phase");
  EXPECT_EQ(limitation_named("", "", "full", 1).detail, "full");
}

// The table of docs/incomplete.md is this one.
TEST(Limitation, IsDocumented) {
  std::ifstream page(CUTTLE_SOURCE_DIR "/docs/incomplete.md");
  ASSERT_TRUE(page);
  std::vector<std::string> written, wanted;
  for (std::string line; std::getline(page, line);)
    if (line.starts_with("| `")) written.push_back(line);
  for (Reason reason : all_reasons()) {
    const ReasonRow& row = row_of(reason);
    std::string remedy(row.resuming_helps ? "go on: --resume" : row.remedy);
    wanted.push_back("| `" + std::string(row.name) + "` | " + std::string(row.meaning) + " |" +
                     (remedy.empty() ? "" : " " + remedy) + " |");
  }
  EXPECT_EQ(written, wanted);
}

}  // namespace
}  // namespace cuttle
