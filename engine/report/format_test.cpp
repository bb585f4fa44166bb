// SPDX-License-Identifier: Apache-2.0
#include "engine/report/format.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

TEST(Format, Numbers) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(1234567), "1,234,567");
  EXPECT_EQ(percent_text(0, 0), "-");
  EXPECT_EQ(percent_text(0, 5), "0%");
  EXPECT_EQ(percent_text(1, 100000), "1%");
  EXPECT_EQ(percent_text(99999, 100000), "99%");
  EXPECT_EQ(percent_text(5, 5), "100%");
  EXPECT_EQ(percent_text(7, 8), "87%");
}

TEST(Format, Seconds) {
  EXPECT_EQ(seconds_text(-1), "0 ms");
  EXPECT_EQ(seconds_text(0.0123), "12 ms");
  EXPECT_EQ(seconds_text(1.254), "1.25 s");
  EXPECT_EQ(seconds_text(42), "42.0 s");
  EXPECT_EQ(seconds_text(200), "3 min 20 s");
  EXPECT_EQ(seconds_text(7500), "2 h 5 min");
}

TEST(Format, ControlCharactersAreHarmless) {
  EXPECT_EQ(printable("a\033[31mb\r\n\t\x7f"), "a\\x1b[31mb\\x0d\n\\x09\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "1m \xc3\xa9"),
            "\\xc2\x9b"
            "1m \xc3\xa9");
}

TEST(Format, ShellLines) {
  EXPECT_EQ(shell_line({"cuttle", "replay", "a b", "it's", "", "x=$1"}),
            R"(cuttle replay 'a b' 'it'\''s' '' 'x=$1')");
}

TEST(Format, Locations) {
  auto location = parse_location("dir/f.c:12");
  EXPECT_EQ(location.file, "dir/f.c");
  EXPECT_EQ(location.line, 12u);
  location = parse_location("f.c:12:5");
  EXPECT_EQ(location.file, "f.c");
  EXPECT_EQ(location.line, 12u);
  EXPECT_EQ(location.column, 5u);
  EXPECT_EQ(parse_location("f.c").line, 0u);
  EXPECT_EQ(parse_location("").file, "");
  EXPECT_EQ(parse_location("a:b:").file, "a:b:");
  EXPECT_EQ(parse_location(":3").file, ":3");
}

}  // namespace
}  // namespace cuttle
