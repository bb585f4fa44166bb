// SPDX-License-Identifier: Apache-2.0
// See README.md. More programs than the usual number: CUTTLE_DIFFERENTIAL_SEED=N picks others.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>

#include "engine/campaign/memory_store.h"
#include "engine/explore/explore.h"
#include "engine/solver/factory.h"
#include "engine/support/subprocess.h"
#include "languages/c/driver/flags.h"
#include "languages/c/target/c_target.h"
#include "tests/c/differential/generator.h"
#include "tests/c/differential/oracle.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

constexpr unsigned batches = 6;
constexpr unsigned candidates_per_batch = 160;
constexpr unsigned programs_per_batch = 55;
constexpr size_t most_paths = 120;

constexpr const char* exploring_prelude = R"(
#include <cuttle/cuttle.h>
#define INPUT(type, name) type name; CUTTLE_input(name)
#define BRANCH(site, e) (e)
#define ARM(site, number) (void)0
#define CALLS(site, number) (void)0
)";

// The tests of a campaign, by path.
std::map<std::string, PortableTestCase> paths_of(MemoryStore& campaign) {
  std::map<std::string, PortableTestCase> paths;
  for (const auto& [number, run] : campaign.campaign().runs)
    if (run.is_path) paths.emplace(run.path, run.test);
  return paths;
}

class Factory : public TargetFactory {
 public:
  explicit Factory(CProgram program) : program_(std::move(program)) {}
  Result<std::unique_ptr<Target>> create(ExprPool& pool) override {
    return make_c_target(pool, program_, RunLimits{});
  }

 private:
  CProgram program_;
};

uint64_t first_seed() {
  const char* text = std::getenv("CUTTLE_DIFFERENTIAL_SEED");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

uint16_t packed(const PortableTestCase& test) {
  uint16_t input = 0;
  unsigned at = 0;
  for (const auto& value : test.inputs) {
    input = static_cast<uint16_t>(input | std::strtoul(value.value.c_str(), nullptr, 10) << at);
    at += static_cast<unsigned>(std::strtoul(value.sort.c_str() + 2, nullptr, 10));
  }
  return input;
}

class Differential : public ::testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "cuttle-differential-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    auto toolchain = find_toolchain(find_installation(CUTTLE_ROOT), {});
    ASSERT_TRUE(toolchain) << toolchain.error().message;
    toolchain_ = *toolchain;
  }
  void TearDown() override {
    if (HasFailure())
      std::fprintf(stderr, "the sources are in %s\n", folder_.c_str());
    else
      fs::remove_all(folder_);
  }

  // Programs of this batch with at least two paths and not too many.
  std::vector<Specimen> choose() {
    std::vector<uint64_t> seeds;
    for (unsigned i = 0; i < candidates_per_batch; ++i)
      seeds.push_back((first_seed() * batches + GetParam()) * 100000 + i);
    oracle_ = std::make_unique<Oracle>(folder_, seeds);
    std::vector<Specimen> chosen;
    for (unsigned i = 0; i < seeds.size() && chosen.size() < programs_per_batch; ++i) {
      Specimen specimen{seeds[i], i, input_bits(seeds[i]), {}};
      specimen.logs = oracle_->all_logs(i, specimen.bits, most_paths);
      if (specimen.logs.size() >= 2) chosen.push_back(std::move(specimen));
    }
    return chosen;
  }

  fs::path compile(const std::vector<Specimen>& specimens) {
    std::vector<uint64_t> seeds;
    std::vector<unsigned> numbers;
    std::string entry = "int main(int argc, char **argv) {\n  switch (atoi(argv[1])) {\n";
    for (const auto& specimen : specimens) {
      seeds.push_back(specimen.seed);
      numbers.push_back(specimen.number);
      const std::string n = std::to_string(specimen.number);
      entry += "    case " + n + ": program_" + n + "(); break;\n";
    }
    const fs::path source = folder_ / "explored.c", program = folder_ / "explored";
    std::ofstream(source) << whole_source(exploring_prelude, seeds, numbers) << entry
                          << "  }\n  return 0;\n}\n";
    Command command{.arguments = {toolchain_.clang.string()}};
    for (const auto& words : {compile_flags(toolchain_, Variant::instrumented),
                              {source.string(), "-o", program.string()},
                              link_flags(toolchain_, Variant::instrumented, {})})
      command.arguments.insert(command.arguments.end(), words.begin(), words.end());
    const auto result = run_command(command);
    EXPECT_TRUE(result && result->ok()) << (result ? result->err : result.error().message);
    return program;
  }

  Summary explore_one(const fs::path& program, const Specimen& specimen,
                      const std::string& strategy, MemoryStore& tests) {
    CProgram explored;
    explored.name = "seed " + std::to_string(specimen.seed);
    explored.instrumented = program;
    explored.arguments = {std::to_string(specimen.number)};
    explored.scratch = folder_;
    explored.toolchain = toolchain_;
    Factory factory(explored);
    Config config;
    config.strategy = strategy;
    config.max_runs = 10 * most_paths;
    config.solver_timeout_seconds = 300;  // a busy machine must not change the outcome
    Observer observer;
    const std::atomic<bool> stop{false};
    const auto summary = explore(
        config, factory,
        [](ExprPool& pool, const SolverLimits& limits) { return make_solver(pool, limits); }, tests,
        observer, stop);
    EXPECT_TRUE(summary) << (summary ? "" : summary.error().message);
    return summary ? *summary : Summary{};
  }

  void compare(const Specimen& specimen, const Summary& summary, MemoryStore& tests) {
    EXPECT_TRUE(summary.exhausted);
    EXPECT_EQ(summary.divergences, 0u);
    EXPECT_EQ(summary.duplicate_paths, 0u);
    EXPECT_EQ(summary.bugs.size(), 0u);
    EXPECT_EQ(summary.paths, specimen.logs.size());
    for (const auto& limitation : summary.incomplete)
      ADD_FAILURE() << to_string(limitation.reason) << " at " << limitation.location << " "
                    << limitation.detail;
    std::set<uint64_t> reached;
    for (const auto& [path, test] : paths_of(tests))
      reached.insert(oracle_->log(specimen.number, packed(test)));
    EXPECT_EQ(reached, specimen.logs);
  }

  fs::path folder_;
  Toolchain toolchain_;
  std::unique_ptr<Oracle> oracle_;
};

TEST_P(Differential, FindsThePathsThatBruteForceFinds) {
  const auto specimens = choose();
  EXPECT_EQ(specimens.size(), programs_per_batch);
  const fs::path program = compile(specimens);
  ASSERT_FALSE(HasFailure());
  unsigned failures = 0;
  for (size_t i = 0; i < specimens.size() && failures < 5; ++i) {
    const Specimen& specimen = specimens[i];
    SCOPED_TRACE("seed " + std::to_string(specimen.seed) + ", program_" +
                 std::to_string(specimen.number));
    MemoryStore tests;
    const Summary summary = explore_one(program, specimen, "dfs", tests);
    compare(specimen, summary, tests);
    if (i % 5 != 0) continue;
    for (const char* strategy : {"bfs", "random", "generational", "auto"}) {
      SCOPED_TRACE(strategy);
      MemoryStore others;
      explore_one(program, specimen, strategy, others);
      const auto found = paths_of(others);
      EXPECT_EQ(found.size(), paths_of(tests).size());
      for (const auto& [path, test] : paths_of(tests)) EXPECT_TRUE(found.contains(path));
    }
    if (HasFailure()) ++failures;
  }
}

INSTANTIATE_TEST_SUITE_P(Batches, Differential, ::testing::Range(0u, batches));

}  // namespace
}  // namespace cuttle
