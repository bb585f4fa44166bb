// SPDX-License-Identifier: Apache-2.0
#include "engine/target/option_values.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

TEST(OptionValues, KeepsWhatWasGivenInOrder) {
  OptionValues values;
  EXPECT_TRUE(values.all("load").empty());
  EXPECT_EQ(values.last("load", "none"), "none");
  values.add("load", "a");
  values.add("load", "");
  values.add("load", "b");
  EXPECT_EQ(values.all("load"), (std::vector<std::string>{"a", "", "b"}));
  EXPECT_EQ(values.last("load", "none"), "b");
  EXPECT_EQ(OptionValues({{"load", {"a", "", "b"}}}), values);
}

TEST(OptionValues, KnowsSwitches) {
  OptionValues values;
  EXPECT_FALSE(values.is_set("strict"));
  values.add("strict", "true");
  EXPECT_TRUE(values.is_set("strict"));
}

TEST(OptionValues, ReadsNumbersWithinTheirBounds) {
  constexpr NumberOption depth{"depth", 4, 1, 60};
  const auto read = [&](const char* text) {
    OptionValues values;
    values.add("depth", text);
    return values.number(depth);
  };
  EXPECT_EQ(*OptionValues().number(depth), 4u);
  EXPECT_EQ(*read("1"), 1u);
  EXPECT_EQ(*read("60"), 60u);
  for (const char* wrong : {"0", "61", "", "-1", "3x", " 3", "99999999999999999999"}) {
    const auto value = read(wrong);
    ASSERT_FALSE(value) << wrong;
    EXPECT_EQ(value.error().message,
              "--depth takes a number from 1 to 60, not `" + std::string(wrong) + "'");
  }
}

}  // namespace
}  // namespace cuttle
