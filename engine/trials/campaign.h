// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <atomic>

#include "engine/campaign/memory_store.h"
#include "engine/explore/explore.h"
#include "engine/schedule/advisor.h"
#include "engine/solver/factory.h"
#include "engine/trials/programs.h"

namespace cuttle::trials {

struct Explored {
  Summary summary;
  std::multiset<std::string> classes;  // of all runs, by running their tests again
  uint64_t redundant = 0;              // runs that were blocked
};

// Notes the class of each run before anybody else sees it.
class Witness final : public Advisor, public OrderAdvisor {
 public:
  explicit Witness(std::unique_ptr<Reversals> reversals) : inner_(std::move(reversals)) {}
  void look_at(Execution& run, const PlaceOf& place_of) override { inner_.look_at(run, place_of); }
  OrderAdvisor* on_orders() override { return this; }
  void inserted(uint64_t number, const Execution& run, std::span<const PathTree::NodeId> nodes,
                Wishes& wishes) override {
    if (run.redundant)
      ++redundant;
    else
      classes.insert(class_of(run));
    inner_.inserted(number, run, nodes, wishes);
  }
  std::shared_ptr<const Plan> plan(PathTree::NodeId node, AlternativeId alternative,
                                   const PathTree& tree) override {
    return inner_.plan(node, alternative, tree);
  }
  void arriving(const Execution& run, uint32_t choice, PathTree::NodeId node,
                const Continuation& continuation, PathTree& tree) override {
    inner_.arriving(run, choice, node, continuation, tree);
  }
  void closed(std::span<const PathTree::Closing> closings) override { inner_.closed(closings); }

  std::multiset<std::string> classes;
  uint64_t redundant = 0;

 private:
  ScheduleAdvisor inner_;
};

// `contents`: of a campaign that goes on.
inline Explored explore_all(
    const Program& program, const Config& config = {},
    std::unique_ptr<Reversals> reversals = make_wakeup_trees(),
    std::shared_ptr<MemoryContents> contents = std::make_shared<MemoryContents>()) {
  ThreadedFactory factory(program);
  MemoryStore store(contents);
  Observer observer;
  std::atomic<bool> stop{false};
  Witness witness(std::move(reversals));
  Result<Summary> summary = explore(
      config, factory,
      [](ExprPool& pool, const SolverLimits& limits) { return make_solver(pool, limits); }, store,
      observer, stop, &witness);
  EXPECT_TRUE(summary) << (summary ? "" : summary.error().message);
  EXPECT_EQ(store.campaign().strays, 0u) << "flips were tried that were not open";
  return {summary ? *summary : Summary{}, std::move(witness.classes), witness.redundant};
}

inline Config with(const std::string& strategy, uint64_t seed = 0, unsigned jobs = 1) {
  Config config;
  config.strategy = strategy;
  config.seed = seed;
  config.jobs = jobs;
  return config;
}

}  // namespace cuttle::trials
