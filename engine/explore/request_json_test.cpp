// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/request_json.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

CampaignRequest sample() {
  CampaignRequest request;
  request.program.files = {"a b.c", "lib/ü.c"};
  request.program.arguments = {"-x", "", "--"};
  request.program.options.add("cflags", "-O2 -DX='\"y\"'");
  request.program.options.add("cflags", "");
  request.program.options.add("function", "f");
  request.config.strategy = "dfs";
  request.config.seed = ~0ull;
  request.config.max_runs = 7;
  request.config.max_depth = 8;
  request.config.time_seconds = 0.1;
  request.config.limits = {2.5, 99, 1ull << 33};
  request.config.solver_timeout_seconds = 3;
  request.config.jobs = 4;
  request.config.stop_on_bug = true;
  request.config.out = "some where/x.cuttle";
  request.config.max_frontier = 5;
  request.config.frontier_bytes = 6;
  request.config.max_expressions = 77;
  return request;
}

TEST(RequestJson, ReadsBackWhatWasWritten) {
  const CampaignRequest request = sample();
  const std::string text = request_to_json(request);
  const auto back = request_from_json(text);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->program.files, request.program.files);
  EXPECT_EQ(back->program.arguments, request.program.arguments);
  EXPECT_EQ(back->program.options, request.program.options);
  EXPECT_EQ(back->program.limits.seconds, 2.5);
  EXPECT_EQ(back->config.limits.choices, 99u);
  EXPECT_EQ(back->config.limits.memory_bytes, 1ull << 33);
  EXPECT_EQ(back->config.seed, ~0ull);
  EXPECT_EQ(back->config.time_seconds, 0.1);
  EXPECT_TRUE(back->config.stop_on_bug);
  EXPECT_EQ(back->config.out, request.config.out);
  EXPECT_EQ(request_to_json(*back), text);
}

TEST(RequestJson, WhatIsNotThereKeepsItsDefault) {
  const auto read = request_from_json(R"({"files": ["t.c"], "of_a_later_version": 1})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->config.strategy, Config{}.strategy);
  EXPECT_EQ(read->config.limits.choices, RunLimits{}.choices);
  EXPECT_TRUE(read->program.options.given().empty());
}

TEST(RequestJson, DamageIsSaid) {
  for (const char* text :
       {"", "{}", "[]", "3", R"({"files": "t.c"})", R"({"files": []})",
        R"({"files": ["t.c"], "seed": "x"})", R"({"files": ["t.c"], "options": {"cc": "x"}})",
        R"({"files": ["t.c"]})"
        "x"}) {
    const auto read = request_from_json(text);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find("cannot be read"), std::string::npos) << text;
    EXPECT_NE(read.error().hint, "");
  }
}

}  // namespace
}  // namespace cuttle
