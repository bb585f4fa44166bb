// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/fuzz/session.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

void run(uint64_t first_seed, unsigned sessions, const FuzzOptions& options) {
  FuzzResult total;
  for (uint64_t seed = first_seed; seed < first_seed + sessions; ++seed) {
    total += run_session(seed, options);
    ASSERT_TRUE(total.error.empty()) << total.error;
  }
  EXPECT_GT(total.sat, total.queries / 10);
  EXPECT_GT(total.unsat, total.queries / 10);
}

TEST(SolverFuzz, TinyWidthsAgainstAllValues) {
  run(1, 200, {.expr = {.max_width = 3, .max_nodes = 8, .variables = 1}});
}

TEST(SolverFuzz, ComparisonsAgainstAllValues) {
  run(5000, 300, {.plain = true, .constraints = 12, .exhaustive_bits = 12});
}

TEST(SolverFuzz, AllWidthsAgainstZ3) {
  run(1000, 15, {.expr = {.max_width = 128, .max_nodes = 8}});
}

TEST(SolverFuzz, EachLayerLeftOut) {
  bool ChainOptions::* const layers[] = {
      &ChainOptions::fast_unsat, &ChainOptions::slice, &ChainOptions::reuse,
      &ChainOptions::word,       &ChainOptions::sat,   &ChainOptions::search,
      &ChainOptions::floats,     &ChainOptions::z3,    &ChainOptions::polish};
  uint64_t seed = 2000;
  for (bool ChainOptions::* layer : layers) {
    FuzzOptions options{.expr = {.max_width = 4, .max_nodes = 8, .variables = 1}};
    options.chain.*layer = false;
    run(seed += 100, 15, options);
  }
}

}  // namespace
}  // namespace cuttle
