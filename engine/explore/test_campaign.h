// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>

#include "engine/explore/explore.h"
#include "engine/explore/scripted_target.h"
#include "engine/solver/factory.h"

namespace cuttle {

// A campaign in memory, with everything that a crash would leave behind.
class MemoryCampaign : public Campaign {
 public:
  Result<void> record(const RunRecord& record) override {
    std::lock_guard lock(mutex_);
    if (fail_after && records.size() >= fail_after) return Error::environment("disk full");
    records[record.run] = record;
    if (record.resolves) {
      EXPECT_TRUE(erase(*record.resolves)) << "a flip was tried that was not open";
    }
    for (const StoredFlip& flip : record.opens) {
      erase(flip);  // opening it again replaces its siblings
      frontier.push_back(flip);
    }
    return {};
  }
  Result<void> resolve(const StoredFlip& flip, const std::optional<Limitation>&) override {
    std::lock_guard lock(mutex_);
    erase(flip);
    return {};
  }
  Result<void> record_bug(const BugReport& bug) override {
    std::lock_guard lock(mutex_);
    bugs.push_back(bug);
    return {};
  }
  Result<void> save_summary(const Summary&) override { return {}; }
  Result<void> flush() override { return {}; }
  Result<PortableTestCase> test(uint64_t run) override {
    std::lock_guard lock(mutex_);
    return records.at(run).test;
  }
  Result<CampaignState> load() override {
    CampaignState state;
    state.frontier = frontier;
    state.summary.bugs = bugs;
    for (const auto& [run, record] : records) {
      state.last_run = run;
      ++state.summary.runs;
      state.summary.paths += record.is_path;
      state.covered.insert(state.covered.end(), record.covered.begin(), record.covered.end());
    }
    return state;
  }

  std::multiset<std::string> paths() const {
    std::multiset<std::string> result;
    for (const auto& [run, record] : records)
      if (record.is_path) result.insert(record.path);
    return result;
  }

  std::map<uint64_t, RunRecord> records;
  std::vector<StoredFlip> frontier;
  std::vector<BugReport> bugs;
  std::vector<PortableTestCase> seeds;  // to begin with
  size_t fail_after = 0;

 private:
  bool erase(const StoredFlip& flip) {
    return std::erase_if(frontier, [&](const StoredFlip& other) {
             return other.run == flip.run && other.choice == flip.choice &&
                    other.alternative == flip.alternative;
           }) > 0;
  }
  std::mutex mutex_;
};

inline Summary run_campaign(const ScriptedProgram& program, const Config& config,
                            MemoryCampaign& campaign, bool confirms = true,
                            Advisor* advisor = nullptr) {
  ScriptedFactory factory(program, confirms);
  factory.begin_with(campaign.seeds);
  Observer observer;
  std::atomic<bool> stop{false};
  Result<Summary> summary = explore(
      config, factory,
      [](ExprPool& pool, const SolverLimits& limits) { return make_solver(pool, limits); },
      campaign, observer, stop, advisor);
  EXPECT_TRUE(summary) << (summary ? "" : summary.error().message);
  return summary ? *summary : Summary{};
}

inline Config with_strategy(const std::string& name) {
  Config config;
  config.strategy = name;
  return config;
}

}  // namespace cuttle
