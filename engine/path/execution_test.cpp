// SPDX-License-Identifier: Apache-2.0
#include "engine/path/execution.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

TEST(BugKind, NamesReadBack) {
  for (unsigned i = 0; i <= static_cast<unsigned>(BugKind::erlang_error); ++i) {
    BugKind kind = static_cast<BugKind>(i), back = BugKind::assertion;
    ASSERT_TRUE(parse_bug_kind(to_string(kind), back)) << i;
    EXPECT_EQ(back, kind);
  }
  EXPECT_STREQ(to_string(BugKind::division_by_zero), "division-by-zero");
  EXPECT_STREQ(to_string(BugKind::erlang_error), "erlang-error");
  BugKind untouched = BugKind::leak;
  EXPECT_FALSE(parse_bug_kind("assertions", untouched));
  EXPECT_EQ(untouched, BugKind::leak);
}

}  // namespace
}  // namespace cuttle
