// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/world.h"

#include <gtest/gtest.h>

#include "languages/c/runtime/world_keys.h"

namespace cuttle {
namespace {

TEST(World, EveryKeyTakesItsOwnStandardValue){
#define CUTTLE_TAKES(key, standard, least, most, meaning)              \
  {                                                                    \
    const auto world = parse_world({#key "=" standard}, {});           \
    ASSERT_TRUE(world) << #key;                                        \
    EXPECT_EQ(world->fixed.at(0).name, #key "=" standard) << meaning;  \
    EXPECT_FALSE(parse_world({#key "="}, {})) << "a value is missing"; \
  }
    CUTTLE_WORLD_KEYS(CUTTLE_TAKES)
#undef CUTTLE_TAKES
}

TEST(World, NumbersHaveBounds){
#define CUTTLE_BOUNDS(key, standard, least, most, meaning)                                \
  if (most != 0) {                                                                        \
    EXPECT_TRUE(parse_world({std::string(#key "=") + std::to_string(most)}, {})) << #key; \
    EXPECT_FALSE(parse_world({#key "=99999999999999999999"}, {})) << #key;                \
    EXPECT_FALSE(parse_world({#key "=1x"}, {})) << #key;                                  \
  }
    CUTTLE_WORLD_KEYS(CUTTLE_BOUNDS)
#undef CUTTLE_BOUNDS
}

TEST(World, AMistypedKeyIsNamedWithTheOneThatWasMeant) {
  const auto world = parse_world({"hostnam=x"}, {});
  ASSERT_FALSE(world);
  EXPECT_NE(world.error().message.find("`hostnam'"), std::string::npos);
  EXPECT_NE(world.error().hint.find("did you mean `hostname'?"), std::string::npos);
}

TEST(World, VariablesAndTheLocaleBelongToTheEnvironment) {
  const auto world = parse_world({"env:A=b=c", "locale=C"}, {});
  ASSERT_TRUE(world);
  EXPECT_TRUE(world->fixed.empty());
  EXPECT_EQ(world->environment,
            (std::vector<std::pair<std::string, std::string>>{{"A", "b=c"}, {"LC_ALL", "C"}}));
}

TEST(World, APlainProgramGetsTheChosenTimeAndBytes) {
  const std::vector<InputSource> sources = {{CUTTLE_SOURCE_WORLD, "pid=7", 0, 0},
                                            {CUTTLE_SOURCE_TIME, "", 0, 0},
                                            {CUTTLE_SOURCE_RANDOM, "", 0, 3}};
  PortableTestCase test;
  test.inputs = {{"time", "time_t", "bv64", "86400"}, {"random[1]", "unsigned char", "bv8", "255"}};
  EXPECT_EQ(world_lines(sources, test), "world pid=7\nworld time=86400\nrandom 00ff00\n");
}

}  // namespace
}  // namespace cuttle
