// SPDX-License-Identifier: Apache-2.0
// Nobody calls a language, the solver or the store while he holds the frontier's lock.
#include <gtest/gtest.h>

#include "engine/explore/frontier.h"
#include "engine/explore/test_campaign.h"

namespace cuttle {
namespace {

class WatchedStore : public MemoryStore {
 public:
  using MemoryStore::MemoryStore;
  Result<uint64_t> numbers(uint32_t count) override { return watch(), MemoryStore::numbers(count); }
  Result<void> put(Operation o) override { return watch(), MemoryStore::put(std::move(o)); }
  Result<PortableTestCase> test(uint64_t run) override { return watch(), MemoryStore::test(run); }
  Result<void> complete(LeaseToken token, std::vector<Completion> steps) override {
    return watch(), MemoryStore::complete(token, std::move(steps));
  }
  Result<Demand> demand() override { return watch(), MemoryStore::demand(); }

 private:
  static void watch() { EXPECT_FALSE(Frontier::is_held()) << "in the store"; }
};

class WatchedSolver : public Solver {
 public:
  explicit WatchedSolver(std::unique_ptr<Solver> solver) : solver_(std::move(solver)) {}
  Solution check(const Query& query) override {
    EXPECT_FALSE(Frontier::is_held()) << "in the solver";
    return solver_->check(query);
  }
  const SolverStatistics& statistics() const override { return solver_->statistics(); }

 private:
  std::unique_ptr<Solver> solver_;
};

// Is asked under the lock, and so proves that one would be seen.
class Witness : public Advisor {
 public:
  void inserted(uint64_t, const Execution&, std::span<const PathTree::NodeId>, Wishes&) override {
    EXPECT_TRUE(Frontier::is_held());
    ++asked;
  }
  void closed(std::span<const PathTree::Closing>) override {
    EXPECT_FALSE(Frontier::is_held()) << "in an advisor that may take its time";
  }
  unsigned asked = 0;
};

TEST(Locks, NothingSlowHappensUnderTheFrontiers) {
  const ScriptedProgram program = [](ScriptedRun& run) {
    EXPECT_FALSE(Frontier::is_held()) << "in the program";
    ExprPool& pool = run.pool();
    for (unsigned i = 0; i < 4; ++i) {
      const ExprId x = run.input("x" + std::to_string(i), 8);
      if (run.branch(2 * i, pool.eq(x, pool.bits(8, 3))))
        run.open_choice(2 * i + 1, pool.binary(Op::bv_and, run.input("y", 8), pool.bits(8, 1)));
    }
  };
  for (const unsigned jobs : {1u, 2u}) {
    for (const bool advised : {false, true}) {
      ScriptedFactory factory(program);
      WatchedStore store;
      Observer observer;
      Witness witness;
      Config config = with_strategy("bfs");
      config.jobs = jobs;
      const std::atomic<bool> stop{false};
      const auto solvers = [](ExprPool& pool, const SolverLimits& limits) {
        return std::make_unique<WatchedSolver>(make_solver(pool, limits));
      };
      const auto summary =
          explore(config, factory, solvers, store, observer, stop, advised ? &witness : nullptr);
      ASSERT_TRUE(summary);
      EXPECT_TRUE(summary->exhausted);
      EXPECT_EQ(witness.asked > 0, advised);
    }
  }
}

}  // namespace
}  // namespace cuttle
