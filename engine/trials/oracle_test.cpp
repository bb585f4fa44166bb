// SPDX-License-Identifier: Apache-2.0
// Runs are compared with all that there are.
#include <array>
#include <cstdio>
#include <cstdlib>

#include "engine/trials/campaign.h"
#include "engine/trials/random_programs.h"

namespace cuttle::trials {
namespace {

struct Comparison {
  size_t missing = 0, repeated = 0, blocked = 0, wrong = 0, wanted = 0;
};

Comparison compare(const Program& program, const std::set<std::string>& wanted,
                   const Config& config) {
  const Explored all = explore_all(program, config);
  Comparison result;
  result.wanted = wanted.size();
  for (const std::string& one : wanted) result.missing += !all.classes.contains(one);
  for (const std::string& one : all.classes) result.wrong += !wanted.contains(one);
  result.repeated =
      all.classes.size() - std::set<std::string>(all.classes.begin(), all.classes.end()).size();
  result.blocked = all.redundant;
  EXPECT_EQ(all.summary.divergences, 0u);
  EXPECT_TRUE(all.summary.exhausted);
  return result;
}

void expect_exact(const Program& program, const std::set<std::string>& wanted,
                  const std::string& what, const Config& config = {}) {
  const Comparison result = compare(program, wanted, config);
  EXPECT_EQ(result.missing, 0u) << what;
  EXPECT_EQ(result.repeated, 0u) << what;
  EXPECT_EQ(result.blocked, 0u) << what;
  EXPECT_EQ(result.wrong, 0u) << what;
}

void expect_exact(const Program& program, const std::string& what) {
  expect_exact(program, all_classes(program, two_inputs()), what);
}

TEST(Oracle, ProgramsWithInputs) {
  expect_exact(figure_2(), "figure 2");
  expect_exact(locks_by_input(), "locks by input");
  expect_exact(readers_with_inputs(2), "readers 2");
  expect_exact(readers_with_inputs(3), "readers 3");
  expect_exact(opposite_locks(true), "opposite locks");
}

TEST(Oracle, LastZeroInEveryOrder) {
  const Program program = last_zero_with_inputs(3);
  const std::set<std::string> wanted = all_classes(program, two_inputs());
  EXPECT_EQ(wanted.size(), 72u);
  for (const std::string strategy : {"dfs", "bfs", "generational"})
    expect_exact(program, wanted, strategy, with(strategy));
  for (uint64_t seed = 0; seed < 12; ++seed)
    expect_exact(program, wanted, "random " + std::to_string(seed), with("random", seed));
  expect_exact(program, wanted, "two workers", with("auto", 0, 2));
}

// CUTTLE_TRIALS: "first count" of other seeds than those that are always tried.
void try_random_programs(const Ingredients& ingredients, uint64_t first, uint64_t count) {
  if (const char* wanted = std::getenv("CUTTLE_TRIALS")) {
    unsigned long long from = 0, many = 0;
    if (std::sscanf(wanted, "%llu %llu", &from, &many) == 2) first = from, count = many;
  }
  const std::array<std::string, 4> strategies = {"dfs", "bfs", "random", "auto"};
  size_t classes = 0, programs = 0;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const Program program = random_program(seed, ingredients);
    const std::set<std::string> wanted = all_classes(program, inputs_of_random_programs(), 1500);
    if (wanted.empty() || wanted.size() > 150) continue;
    classes += wanted.size();
    ++programs;
    expect_exact(program, wanted, "program " + std::to_string(seed),
                 with(strategies[seed % strategies.size()], seed));
  }
  std::printf("%zu programs, %zu classes\n", programs, classes);
}

TEST(Oracle, RandomProgramsWithLocks) {
  try_random_programs({true, false, false}, 0, 750);
}

TEST(Oracle, RandomProgramsWithConditions) {
  try_random_programs({true, true, false}, 10'000, 450);
  // Waits that end by themselves while somebody has the lock.
  for (const uint64_t seed : {101'029u, 101'600u})
    try_random_programs({true, true, false}, seed, 1);
}

TEST(Oracle, RandomProgramsWithEverything) {
  try_random_programs({true, true, true}, 20'000, 450);
}

}  // namespace
}  // namespace cuttle::trials
