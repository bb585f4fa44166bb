// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/finite_layer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "engine/expr/evaluator.h"
#include "engine/expr/random_expr.h"
#include "engine/solver/factory.h"
#include "engine/solver/literals.h"
#include "engine/solver/path_index.h"

namespace cuttle {
namespace {

// Nothing but the layer itself, after slicing.
constexpr ChainOptions only_finite{.fast_unsat = false,
                                   .reuse = false,
                                   .word = false,
                                   .sat = false,
                                   .search = false,
                                   .z3 = false,
                                   .polish = false};

class FiniteTest : public ::testing::Test {
 protected:
  ExprId byte(unsigned i) { return pool_.variable("c" + std::to_string(i), Sort::bits(8)); }
  ExprId c(uint64_t value, unsigned width = 32) { return pool_.bits(width, value); }

  // The bucket of a byte in a table of 32, as hash tables compute it.
  ExprId bucket(ExprId key) {
    ExprId h = pool_.binary(Op::bv_xor, pool_.zext(key, 32), c(0x9E3779B9));
    for (unsigned i = 0; i < 3; ++i) {
      h = pool_.binary(Op::bv_mul, h, c(0x85EBCA6B));
      h = pool_.binary(Op::bv_xor, h, pool_.binary(Op::bv_lshr, h, c(13)));
    }
    return pool_.binary(Op::bv_and, h, c(31));
  }
  static unsigned bucket(uint32_t key) {
    uint32_t h = key ^ 0x9E3779B9;
    for (unsigned i = 0; i < 3; ++i) {
      h *= 0x85EBCA6B;
      h ^= h >> 13;
    }
    return h & 31;
  }

  Solution check(const std::vector<ExprId>& prefix, ExprId goal) {
    return solver_->check({prefix, goal, nullptr});
  }

  ExprPool pool_;
  std::unique_ptr<Solver> solver_ = make_solver(pool_, {}, only_finite);
};

TEST_F(FiniteTest, FindsKeysInTheSameBucket) {
  std::vector<ExprId> prefix;
  for (unsigned i = 0; i < 5; ++i) {
    for (unsigned j = 0; j < i; ++j) prefix.push_back(pool_.not_(pool_.eq(byte(i), byte(j))));
    if (i < 4 && i > 0) prefix.push_back(pool_.eq(bucket(byte(i)), bucket(byte(0))));
  }
  const Solution solution = check(prefix, pool_.eq(bucket(byte(4)), bucket(byte(0))));
  ASSERT_EQ(solution.answer, Answer::sat);
  Evaluator evaluator(pool_, solution.model);
  for (ExprId e : prefix) EXPECT_TRUE(evaluator.is_true(e));
}

TEST_F(FiniteTest, ShowsThatABucketHasNoMoreKeys) {
  unsigned in_bucket[32] = {};
  for (uint32_t key = 0; key < 256; ++key) ++in_bucket[bucket(key)];
  const unsigned fewest =
      static_cast<unsigned>(std::min_element(in_bucket, in_bucket + 32) - in_bucket);
  ASSERT_LT(in_bucket[fewest], 6u) << "the test needs a small bucket";
  for (unsigned keys : {in_bucket[fewest], in_bucket[fewest] + 1}) {
    std::vector<ExprId> prefix;
    for (unsigned i = 0; i < keys; ++i) {
      if (i + 1 < keys) prefix.push_back(pool_.eq(bucket(byte(i)), c(fewest)));
      // In order, so that there is one way only.
      if (i > 0) prefix.push_back(pool_.binary(Op::bv_ult, byte(i - 1), byte(i)));
    }
    EXPECT_EQ(check(prefix, pool_.eq(bucket(byte(keys - 1)), c(fewest))).answer,
              keys == in_bucket[fewest] ? Answer::sat : Answer::unsat);
  }
}

TEST_F(FiniteTest, TakesWideVariablesWithFewValues) {
  const ExprId x = pool_.variable("x", Sort::bits(32));
  const std::vector<ExprId> prefix = {
      pool_.binary(Op::bv_ult, x, c(100)),
      pool_.eq(bucket(byte(0)), pool_.binary(Op::bv_urem, x, c(50)))};
  EXPECT_EQ(check(prefix, pool_.binary(Op::bv_ult, c(81), x)).answer, Answer::unsat)
      << "no bucket is above 31";
  EXPECT_EQ(check(prefix, pool_.binary(Op::bv_ult, c(80), x)).answer, Answer::sat);
}

TEST_F(FiniteTest, LeavesWideVariablesAlone) {
  const ExprId x = pool_.variable("x", Sort::bits(32)), y = pool_.variable("y", Sort::bits(32));
  EXPECT_EQ(check({}, pool_.eq(x, y)).answer, Answer::unknown);
}

bool possible(ExprPool& pool, std::span<const ExprId> constraints) {
  unsigned bits = 0;
  for (VarId v = 0; v < pool.variable_count(); ++v) bits += bit_width(pool.variable_info(v).sort);
  ModelEvaluator evaluator(pool);
  const DenseModel zero;
  for (uint64_t all = 0; all < uint64_t{1} << bits; ++all) {
    evaluator.begin(zero);
    uint64_t rest = all;
    for (VarId v = 0; v < pool.variable_count(); ++v) {
      const unsigned width = bit_width(pool.variable_info(v).sort);
      evaluator.override_variable(v, rest & ((uint64_t{1} << width) - 1));
      rest >>= width;
    }
    if (evaluator.all_true(constraints)) return true;
  }
  return false;
}

// Answers, models and cores against all combinations of values.
TEST(FiniteSearch, AgreesWithBruteForce) {
  unsigned decided = 0, cores = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    ExprPool pool;
    RandomExpr random(pool, seed, {.max_width = 4, .max_nodes = 8, .variables = 2});
    Literals literals(pool);
    PathIndex path(pool, literals);
    DenseModel hint;
    Meter meter;
    Problem problem{.pool = pool, .literals = literals, .path = path, .hint = hint, .meter = meter};
    for (unsigned i = 0; i < 6; ++i) {
      const ExprId e = random.make(Sort::boolean());
      if (!pool.variables_of(e).empty()) problem.constraints.push_back(e);
    }
    if (problem.constraints.empty()) continue;
    problem.goals.assign(1, problem.constraints[0]);
    unsigned bits = 0;
    for (VarId v = 0; v < pool.variable_count(); ++v) {
      bits += bit_width(pool.variable_info(v).sort);
      const bool used =
          std::any_of(problem.constraints.begin(), problem.constraints.end(), [&](ExprId e) {
            const std::span<const VarId> variables = pool.variables_of(e);
            return std::binary_search(variables.begin(), variables.end(), v);
          });
      if (used) problem.variables.push_back(v);
    }
    if (bits > 16 || !FiniteSearch::is_applicable(problem)) continue;
    ModelEvaluator evaluator(pool);
    FiniteSearch search;
    const Answer answer = search.solve(problem, evaluator, 1u << 20);
    if (answer == Answer::unknown) continue;
    ++decided;
    ASSERT_EQ(answer == Answer::sat, possible(pool, problem.constraints)) << seed;
    if (answer == Answer::sat) {
      evaluator.begin(hint);
      for (size_t i = 0; i < search.variables().size(); ++i) {
        evaluator.override_variable(search.variables()[i], search.values()[i]);
      }
      ASSERT_TRUE(evaluator.all_true(problem.constraints)) << seed;
    } else {
      ASSERT_FALSE(possible(pool, search.core())) << seed;
      cores += search.core().size() < problem.constraints.size();
    }
  }
  EXPECT_GT(decided, 200u);
  EXPECT_GT(cores, 10u);
}

}  // namespace
}  // namespace cuttle
