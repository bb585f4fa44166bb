// SPDX-License-Identifier: Apache-2.0
#include "engine/report/summary_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "engine/report/test_samples.h"

namespace cuttle {
namespace {

// Scripts of users depend on this: add fields, but never rename, move or remove one.
const char* const kGolden = R"json({
  "schema_version": 1,
  "target": "testme.c",
  "language": "c",
  "strategy": "dfs",
  "seed": 0,
  "runs": 5,
  "paths": 5,
  "rejected": 0,
  "duplicate_paths": 0,
  "divergences": 0,
  "seconds": 0.1,
  "exhausted": true,
  "interrupted": false,
  "incomplete": [],
  "bugs": [
    {
      "kind": "assertion",
      "message": "assertion `v != 2 * x + 1' failed",
      "location": "testme.c:9",
      "run": 4,
      "test": "tests/000004.json",
      "confirmed": true,
      "key": "assertion@testme.c:9",
      "inputs": [
        "x = 1",
        "v = 3"
      ],
      "stack": [
        "testme at testme.c:9",
        "main at testme.c:20"
      ]
    }
  ],
  "tests": 5,
  "inspected": 0,
  "notes": [],
  "coverage": {
    "branches": {
      "covered": 8,
      "total": 8
    },
    "lines": {
      "covered": 20,
      "total": 20
    }
  },
  "solver": {
    "queries": 9,
    "sat": 4,
    "unsat": 5,
    "unknown": 0,
    "fast_unsat": 2,
    "cache_hits": 1,
    "seconds": 0.01
  },
  "schedule": {
    "executions": 3,
    "races": 1,
    "deadlocks": 0,
    "redundant": 0
  },
  "prune": {
    "subsumed": 0,
    "full_interpolants": 0,
    "half_interpolants": 0,
    "confirmations": 0
  }
}
)json";

TEST(SummaryJson, IsStable) {
  EXPECT_EQ(summary_to_json(exhausted_sample()), kGolden);
}

TEST(SummaryJson, ListsWhatIsIncomplete) {
  const auto json = nlohmann::json::parse(summary_to_json(incomplete_sample()));
  EXPECT_EQ(json["seconds"], 75.123);
  EXPECT_EQ(json["incomplete"][0], (nlohmann::json{{"reason", "concretised"},
                                                   {"location", "f.c:12"},
                                                   {"detail", "call to `sin'"},
                                                   {"count", 3}}));
  EXPECT_EQ(json["bugs"][1]["confirmed"], false);
  EXPECT_EQ(json["bugs"][1]["unconfirmed_why"], "the plain build ended with exit code 0");
  EXPECT_EQ(json["solver"]["layers"]["z3.queries"], 6);
}

TEST(SummaryJson, ReadsReasonsOfOtherVersions) {
  auto read = summary_from_json(
      R"({"schema_version": 1, "incomplete": [{"reason": "moon-phase", "count": 3}, {}]})",
      "s.json");
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->incomplete.size(), 2u);
  EXPECT_EQ(read->incomplete[0].reason, Reason::unknown);
  EXPECT_EQ(read->incomplete[0].detail, "moon-phase");
  EXPECT_EQ(read->incomplete[0].count, 3u);
  EXPECT_EQ(read->incomplete[1].reason, Reason::unknown);
}

TEST(SummaryJson, ReadsBack) {
  for (const Summary& summary : {exhausted_sample(), incomplete_sample(), Summary()}) {
    const std::string text = summary_to_json(summary);
    auto back = summary_from_json(text, "s.json");
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(summary_to_json(*back), text);
    EXPECT_EQ(back->bugs.size(), summary.bugs.size());
  }
}

TEST(SummaryJson, RefusesOtherVersionsAndOtherFiles) {
  auto newer = summary_from_json(R"({"schema_version": 2})", "s.json");
  ASSERT_FALSE(newer);
  EXPECT_EQ(newer.error().message,
            "s.json was written by a newer Cuttle: its schema_version is 2, this Cuttle reads up "
            "to 1");
  EXPECT_EQ(summary_from_json("{}", "s.json").error().message, "s.json is not a Cuttle summary");
  for (const char* text :
       {"", "[", "[1]", "3", "\xff", R"({"schema_version": "1"})",
        R"({"schema_version": 1, "runs": "many"})",
        R"({"schema_version": 1, "bugs": [{"kind": "X"}]})", R"({"schema_version": 1, "bugs": 3})"})
    EXPECT_FALSE(summary_from_json(text, "s.json")) << text;
}

TEST(SummaryJson, SurvivesDamage) {
  const std::string good = summary_to_json(incomplete_sample());
  std::mt19937 random(11);
  int accepted = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = good;
    for (int changes = 1 + static_cast<int>(random() % 3); changes > 0; --changes) {
      const size_t at = random() % text.size();
      if (random() % 2 == 0) {
        text[at] = static_cast<char>(random());
      } else {
        text.erase(at, random() % 40);
      }
    }
    accepted += summary_from_json(text, "s.json") ? 1 : 0;
  }
  EXPECT_GT(accepted, 0);  // a changed digit goes unnoticed; everything else is refused
}

}  // namespace
}  // namespace cuttle
