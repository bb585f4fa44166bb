// SPDX-License-Identifier: Apache-2.0
#include "languages/c/unit/options.h"

#include <gtest/gtest.h>

#include "languages/c/unit/object_name.h"

namespace cuttle {
namespace {

TEST(UnitOptions, TravelThroughTheEnvironment) {
  UnitOptions given;
  given.sequence = {"create", "shapes::insert"};
  given.calls = 7;
  given.list = "a b/c.functions";
  given.objects = 3;
  given.elements = 5;
  given.string = 2;
  given.arrays = {{"a", "n"}, {"b", "4"}};
  given.within = {{"link", "item.link"}};
  given.stubs = {"sensor"};
  setenv(UnitOptions::variable, given.to_text().c_str(), 1);
  const UnitOptions read = UnitOptions::from_environment();
  unsetenv(UnitOptions::variable);
  EXPECT_EQ(read.functions(), given.sequence);
  EXPECT_EQ(read.calls, 7u);
  EXPECT_EQ(read.list, given.list);
  EXPECT_EQ(read.objects, 3u);
  EXPECT_EQ(read.elements, 5u);
  EXPECT_EQ(read.string, 2u);
  EXPECT_EQ(read.arrays, given.arrays);
  EXPECT_EQ(read.within, given.within);
  EXPECT_EQ(read.stubs, given.stubs);
}

TEST(UnitOptions, WithoutAFunctionTheProgramKeepsItsMain) {
  EXPECT_FALSE(UnitOptions().has_driver());
  UnitOptions options;
  options.function = "f";
  EXPECT_TRUE(options.has_driver());
  EXPECT_EQ(options.functions(), std::vector<std::string>{"f"});
}

TEST(ObjectName, ComesFromTheType) {
  EXPECT_EQ(object_name("struct cell"), "cell");
  EXPECT_EQ(object_name("int *"), "int_pointer");
  EXPECT_EQ(object_name("char"), "string");
  EXPECT_EQ(object_name("shapes::Box<int>"), "shapes_Box_int");
  EXPECT_EQ(pointed_type("struct cell *"), "struct cell");
  EXPECT_EQ(pointed_type("Money &"), "Money");
  EXPECT_EQ(object_name("struct item.link"), "item");
  EXPECT_EQ(member_part("struct item.link"), ".link");
  EXPECT_EQ(without_member("struct item.link"), "struct item");
  EXPECT_EQ(pointed_type("int"), "");
}

}  // namespace
}  // namespace cuttle
