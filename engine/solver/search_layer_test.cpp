// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/search_layer.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "engine/expr/evaluator.h"
#include "engine/expr/random_expr.h"
#include "engine/solver/factory.h"

namespace cuttle {
namespace {

// Nothing but the layer itself, after slicing.
constexpr ChainOptions only_search{.fast_unsat = false,
                                   .reuse = false,
                                   .word = false,
                                   .finite = false,
                                   .sat = false,
                                   .z3 = false,
                                   .polish = false};

class SearchTest : public ::testing::Test {
 protected:
  ExprId byte(unsigned i) { return pool_.variable("c" + std::to_string(i), Sort::bits(8)); }
  ExprId c(uint64_t value, unsigned width = 32) { return pool_.bits(width, value); }
  ExprId mul(ExprId a, ExprId b) { return pool_.binary(Op::bv_mul, a, b); }
  ExprId exclusive_or(ExprId a, ExprId b) { return pool_.binary(Op::bv_xor, a, b); }

  Answer check(const std::vector<ExprId>& prefix, ExprId goal) {
    const Solution solution = solver_->check({prefix, goal, nullptr});
    if (solution.answer == Answer::sat) {
      Evaluator evaluator(pool_, solution.model);
      EXPECT_TRUE(evaluator.is_true(goal));
      for (ExprId e : prefix) EXPECT_TRUE(evaluator.is_true(e));
    }
    return solution.answer;
  }
  uint64_t counter(const std::string& name) {
    return solver_->statistics().layers.at("search." + name);
  }

  std::vector<ExprId> letters(unsigned count) {
    std::vector<ExprId> result;
    for (unsigned i = 0; i < count; ++i) {
      result.push_back(pool_.binary(Op::bv_ule, c('a', 8), byte(i)));
      result.push_back(pool_.binary(Op::bv_ule, byte(i), c('z', 8)));
    }
    return result;
  }

  ExprPool pool_;
  std::unique_ptr<Solver> solver_ = make_solver(pool_, {}, only_search);
};

TEST_F(SearchTest, TriesAllValuesOfSmallSpaces) {
  const ExprId x = pool_.variable("x", Sort::bits(16));
  const ExprId wide = pool_.sext(x, 64);
  const ExprId square = mul(wide, wide);
  const ExprId mixed = pool_.binary(Op::bv_urem, square, c(65521, 64));
  EXPECT_EQ(check({}, pool_.eq(mixed, c(39601, 64))), Answer::sat);  // 199 * 199
  EXPECT_EQ(check({}, pool_.eq(pool_.binary(Op::bv_and, square, c(3, 64)), c(2, 64))),
            Answer::unsat);
  EXPECT_EQ(counter("all_sat"), 1u);
}

TEST_F(SearchTest, LimitsMakeSpacesSmall) {
  const ExprId x = pool_.variable("x", Sort::bits(32)), y = pool_.variable("y", Sort::bits(32));
  std::vector<ExprId> prefix;
  for (ExprId v : {x, y}) {
    prefix.push_back(pool_.binary(Op::bv_slt, v, c(200)));
    prefix.push_back(pool_.binary(Op::bv_slt, c(0xFFFFFFFF - 200), v));
  }
  const ExprId cubes = pool_.add(mul(x, mul(x, x)), mul(y, mul(y, y)));
  EXPECT_EQ(check(prefix, pool_.eq(cubes, c(1729))), Answer::sat);
  EXPECT_EQ(check(prefix, pool_.eq(cubes, c(4))), Answer::unsat) << "4 is no sum of two cubes";
  EXPECT_EQ(counter("all_sat") + counter("all_unsat"), 2u);
}

TEST_F(SearchTest, InvertsMultiplicativeHashes) {
  ExprId h = c(2166136261u);
  for (unsigned i = 0; i < 8; ++i) {
    h = mul(exclusive_or(h, pool_.zext(byte(i), 32)), c(16777619));
  }
  for (uint64_t wanted : {0x12345678u, 0u, 0xCAFEBABEu, 0xFFFFFFFFu}) {
    EXPECT_EQ(check({}, pool_.eq(h, c(wanted))), Answer::sat) << wanted;
  }
  EXPECT_EQ(check(letters(8), pool_.eq(h, c(0xDEADBEEF))), Answer::sat);
  EXPECT_EQ(counter("meet_sat"), 5u);
}

TEST_F(SearchTest, InvertsHashesThatFold) {
  ExprId h = c(0);
  for (unsigned i = 0; i < 6; ++i) {  // one at a time
    h = pool_.add(h, pool_.zext(byte(i), 32));
    h = pool_.add(h, pool_.binary(Op::bv_shl, h, c(10)));
    h = exclusive_or(h, pool_.binary(Op::bv_lshr, h, c(6)));
  }
  EXPECT_EQ(check(letters(6), pool_.eq(h, c(0x11223344))), Answer::sat);
  ExprId g = c(5381);
  for (unsigned i = 0; i < 8; ++i) {
    g = exclusive_or(pool_.add(pool_.binary(Op::bv_shl, g, c(5)), g), pool_.zext(byte(i), 32));
  }
  EXPECT_EQ(check(letters(8), pool_.eq(g, c(0x7C9A1B2D))), Answer::sat);
  EXPECT_EQ(counter("meet_sat"), 2u);
}

TEST_F(SearchTest, SolvesChecksumsHoweverTheyAreWritten) {
  ExprId djb2 = c(5381), sdbm = c(0), mixed = c(0);
  for (unsigned i = 0; i < 8; ++i) {
    const ExprId b = pool_.zext(byte(i), 32);
    djb2 = pool_.add(mul(djb2, c(33)), b);
    sdbm = pool_.binary(Op::bv_sub,
                        pool_.add(pool_.add(b, pool_.binary(Op::bv_shl, sdbm, c(6))),
                                  pool_.binary(Op::bv_shl, sdbm, c(16))),
                        sdbm);
    // What each byte contributes is not linear.
    mixed = exclusive_or(mixed, mul(mul(b, b), c(0x9E3779B1u * (i + 1))));
  }
  EXPECT_EQ(check({}, pool_.eq(djb2, c(0x12345678))), Answer::sat);
  EXPECT_EQ(check(letters(8), pool_.eq(djb2, c(0x12345678))), Answer::sat);
  EXPECT_EQ(check(letters(8), pool_.eq(sdbm, c(0xCAFEBABE))), Answer::sat);
  EXPECT_EQ(check({}, pool_.eq(mixed, c(0x01020304))), Answer::sat);
  EXPECT_EQ(counter("meet_sat"), 4u);
}

TEST_F(SearchTest, ShowsThatAHashIsNotReached) {
  ExprId h = c(2166136261u);
  for (unsigned i = 0; i < 3; ++i) {
    h = mul(exclusive_or(h, pool_.zext(byte(i), 32)), c(16777619));
  }
  // 2^24 inputs do not fill 2^32 values: some of these have none.
  unsigned sat = 0, unsat = 0;
  std::mt19937 random(1);
  for (unsigned i = 0; i < 20; ++i) {
    const Answer answer = check({}, pool_.eq(h, c(random())));
    sat += answer == Answer::sat;
    unsat += answer == Answer::unsat;
  }
  EXPECT_EQ(sat + unsat, 20u);
  EXPECT_GE(unsat, 18u);
}

TEST_F(SearchTest, SamplesTheGoal) {
  ExprId h = c(7);
  for (unsigned i = 0; i < 6; ++i) {
    const ExprId b = pool_.zext(byte(i), 32);
    h = pool_.binary(Op::bv_urem, pool_.add(mul(h, h), b), c(1000003));
  }
  EXPECT_EQ(check({}, pool_.eq(pool_.binary(Op::bv_and, h, c(1023)), c(77))), Answer::sat);
  EXPECT_EQ(counter("sample_sat") + counter("meet_sat"), 1u);
}

// Lanes compute what the evaluator computes, for every operation.
TEST(LaneProgram, AgreesWithTheEvaluator) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    ExprPool pool;
    RandomExpr random(pool, seed, {.max_width = 64, .max_nodes = 20, .variables = 2});
    const std::vector<ExprId> roots = {random.make(Sort::boolean()), random.make(Sort::bits(17))};
    std::vector<VarId> varying;
    for (VarId v = 0; v < pool.variable_count(); ++v) {
      if (is_narrow(pool.variable_info(v).sort) && v % 3 != 0) varying.push_back(v);
    }
    DenseModel fixed;
    for (VarId v = 0; v < pool.variable_count(); ++v) {
      fixed.set(v, random.value(pool.variable_info(v).sort));
    }
    ModelEvaluator evaluator(pool);
    evaluator.begin(fixed);
    LaneProgram program;
    if (!program.compile(pool, roots, varying, evaluator)) continue;
    for (size_t i = 0; i < varying.size(); ++i) {
      for (uint64_t& lane : program.variable(i)) {
        lane = random.value(pool.variable_info(varying[i]).sort).low64();
      }
    }
    program.run(~uint64_t{0});
    for (size_t lane = 0; lane < LaneProgram::lanes; lane += 9) {
      evaluator.begin(fixed);
      for (size_t i = 0; i < varying.size(); ++i) {
        evaluator.override_variable(varying[i], program.variable(i)[lane]);
      }
      for (size_t root = 0; root < roots.size(); ++root) {
        ASSERT_EQ(program.result(root)[lane], evaluator.narrow(roots[root])) << seed;
      }
    }
  }
}

}  // namespace
}  // namespace cuttle
