// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "engine/campaign/memory_store.h"
#include "engine/explore/explore.h"
#include "engine/explore/scripted_target.h"
#include "engine/solver/factory.h"

namespace cuttle {

// A campaign in memory, with everything that a crash would leave behind.
struct MemoryCampaign {
  std::multiset<std::string> paths() const {
    std::multiset<std::string> result;
    for (const auto& [run, record] : records)
      if (record.is_path) result.insert(record.path);
    return result;
  }

  std::shared_ptr<MemoryContents> contents = std::make_shared<MemoryContents>();
  std::map<uint64_t, RunRecord>& records = contents->runs;
  std::map<ItemKey, MemoryContents::Item>& frontier = contents->items;
  std::map<std::string, BugReport>& bugs = contents->bugs;
  std::vector<PortableTestCase> seeds;  // to begin with
};

inline Summary run_campaign(const ScriptedProgram& program, const Config& config,
                            MemoryCampaign& campaign, bool confirms = true,
                            Advisor* advisor = nullptr) {
  ScriptedFactory factory(program, confirms);
  factory.begin_with(campaign.seeds);
  MemoryStore store(campaign.contents);
  campaign.contents->stopped.clear();  // as a store does that is opened again
  Observer observer;
  std::atomic<bool> stop{false};
  Result<Summary> summary = explore(
      config, factory,
      [](ExprPool& pool, const SolverLimits& limits) { return make_solver(pool, limits); }, store,
      observer, stop, advisor, [&] { return factory.now(); });
  EXPECT_EQ(campaign.contents->strays, 0u) << "flips were tried that were not open";
  EXPECT_TRUE(summary) << (summary ? "" : summary.error().message);
  return summary ? *summary : Summary{};
}

inline Config with_strategy(const std::string& name) {
  Config config;
  config.strategy = name;
  return config;
}

}  // namespace cuttle
