// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.h"

#include <gtest/gtest.h>

namespace cuttle::cli {
namespace {

TEST(Terminal, FillsLines) {
  EXPECT_EQ(filled("one two three", 9, 0), "one two\nthree");
  EXPECT_EQ(filled("one two three", 9, 4), "one\n    two\n    three");
  EXPECT_EQ(filled("unbreakable", 4, 0), "unbreakable");
  EXPECT_EQ(filled("", 4, 0), "");
}

TEST(Terminal, PaintsOnlyWhenAsked) {
  EXPECT_EQ(paint(Terminal{}, Paint::red, "x"), "x");
  EXPECT_EQ(paint(Terminal{.color = true}, Paint::red, "x"), "\033[1;31mx\033[0m");
}

}  // namespace
}  // namespace cuttle::cli
