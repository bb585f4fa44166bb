// SPDX-License-Identifier: Apache-2.0
#include "languages/c/steps/step_table.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

TEST(StepTable, Operands) {
  EXPECT_EQ(parse_operand("%12:32").kind, StepOperand::Kind::value);
  EXPECT_EQ(parse_operand("%12:32").id, 12u);
  EXPECT_EQ(parse_operand("%12:32").bits, 32u);
  EXPECT_EQ(parse_operand("#8:255").number, 255u);
  EXPECT_EQ(parse_operand("@a+b+-4").name, "a+b");
  EXPECT_EQ(parse_operand("@a+b+-4").offset, -4);
  EXPECT_EQ(parse_operand("$3+8").kind, StepOperand::Kind::local);
  EXPECT_EQ(parse_operand("!").kind, StepOperand::Kind::none);
  EXPECT_EQ(parse_operand("-").kind, StepOperand::Kind::none);
}

TEST(StepTable, Segments) {
  const StepTable table(
      "S 0 3 p e main\na 1 4 x\nl 2 32 $1+0\nB %2:1 1 2\n\n"
      "S 1 5 p - main\nu a call of f\n\n");
  ASSERT_NE(table.find(0), nullptr);
  EXPECT_TRUE(table.find(0)->is_entry);
  EXPECT_EQ(table.find(0)->lines.size(), 3u);
  EXPECT_EQ(table.find(1)->lines[0].words[0], "a call of f");
  EXPECT_EQ(table.find(2), nullptr);
  EXPECT_FALSE(table.has_risky_line());
}

TEST(StepTable, Risks) {
  EXPECT_TRUE(StepTable("S 0 3 p e f\nl 2 32 %1:64\n").has_risky_line());
  EXPECT_TRUE(StepTable("S 0 3 p e f\nb 2 sdiv 32 %0:32 %1:32\n").has_risky_line());
  EXPECT_FALSE(StepTable("S 0 3 p e f\nb 2 sdiv 32 %0:32 #32:3\n").has_risky_line());
}

}  // namespace
}  // namespace cuttle
