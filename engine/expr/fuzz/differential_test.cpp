// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/fuzz/differential.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

// Compares `count` expressions; most must have been decided.
void compare(uint64_t first_seed, unsigned count, const DifferentialOptions& options) {
  Z3Oracle oracle(200);
  unsigned agreed = 0, unknown = 0, proved = 0;
  for (uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
    DifferentialResult result = compare_with_z3(oracle, seed, options);
    ASSERT_TRUE(result.error.empty()) << result.error;
    agreed += result.agreed;
    unknown += result.unknown;
    proved += result.proved;
  }
  EXPECT_LT(unknown * 10, agreed);
  if (options.prove) {
    EXPECT_GT(proved * 10, count * 8);
  }
}

TEST(Differential, SmallBitVectors) {
  DifferentialOptions options;
  options.expr = {.max_width = 8, .max_nodes = 12};
  options.assignments = 3;
  compare(1, 250, options);
}

TEST(Differential, WideBitVectors) {
  DifferentialOptions options;
  options.expr = {.max_width = 128, .max_nodes = 40};
  options.prove = false;
  compare(100000, 250, options);
}

TEST(Differential, Integers) {
  DifferentialOptions options;
  options.expr = {.max_width = 16, .max_nodes = 20, .integers = true};
  options.prove = false;
  compare(200000, 150, options);
}

TEST(Differential, Floats) {
  DifferentialOptions options;
  options.expr = {.max_width = 64, .max_nodes = 12, .floats = true};
  options.prove = false;
  compare(300000, 150, options);
}

}  // namespace
}  // namespace cuttle
