// SPDX-License-Identifier: Apache-2.0
#include "engine/path/bug_kind.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/path/outcome.h"

namespace cuttle {
namespace {

TEST(BugKind, EveryCommonKindHasARowAndAMeaning) {
  const BugKind kinds[] = {
      BugKind::assertion,          BugKind::error_call,       BugKind::abort,
      BugKind::segfault,           BugKind::division_by_zero, BugKind::overflow,
      BugKind::out_of_bounds,      BugKind::use_after_free,   BugKind::leak,
      BugKind::uncaught_exception, BugKind::timeout,          BugKind::deadlock,
      BugKind::data_race};
  std::set<std::string> names;
  for (const BugKind& kind : kinds) {
    EXPECT_FALSE(row_of(kind).meaning.empty()) << kind.name();
    EXPECT_TRUE(is_bug_kind_name(kind.name()));
    names.insert(kind.name());
  }
  EXPECT_EQ(names.size(), common_bug_kinds().size());
}

TEST(BugKind, ALanguageMayNameItsOwn) {
  const BugKind own("syntax-error");
  EXPECT_NE(own, BugKind::abort);
  EXPECT_EQ(own, BugKind("syntax-error"));
  EXPECT_EQ(row_of(own).meaning, "");
  EXPECT_TRUE(row_of(own).inputs_decide);
}

TEST(BugKind, NamesAreLowerCaseWords) {
  for (const char* good : {"a", "out-of-bounds", "x86-trap"}) EXPECT_TRUE(is_bug_kind_name(good));
  for (const char* bad : {"", "-a", "a-", "A", "a b", "a\n"}) EXPECT_FALSE(is_bug_kind_name(bad));
  EXPECT_FALSE(is_bug_kind_name(std::string(65, 'a')));
}

TEST(Outcome, TheUsualKeyIsKindAndPlace) {
  Outcome outcome;
  outcome.kind = Outcome::Kind::bug;
  outcome.bug = BugKind::abort;
  outcome.message = "aborted";
  EXPECT_EQ(usual_key(outcome), "abort@aborted");
  outcome.stack = {"f at t.c:3"};
  EXPECT_EQ(usual_key(outcome), "abort@f at t.c:3");
  outcome.location = "t.c:4";
  EXPECT_EQ(usual_key(outcome), "abort@t.c:4");
}

}  // namespace
}  // namespace cuttle
