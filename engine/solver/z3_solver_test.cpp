// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/z3_solver.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>

#include "engine/expr/evaluator.h"
#include "engine/solver/factory.h"

namespace cuttle {
namespace {

class Z3SolverTest : public ::testing::Test {
 protected:
  Solution check(std::vector<ExprId> prefix, ExprId goal, const Assignment* hint = nullptr) {
    return solver_.check({prefix, goal, hint});
  }
  ExprId bv(const char* name, unsigned width = 32) {
    return pool_.variable(name, Sort::bits(width));
  }
  ExprId f64(double value) { return pool_.constant(Value::float64(value)); }

  ExprPool pool_;
  Z3Solver solver_{pool_, {}};
};

TEST_F(Z3SolverTest, FindsAModelThatExtendsTheHint) {
  const ExprId x = bv("x"), y = bv("y");
  Assignment hint;
  hint.set(pool_.var_of(x), Value::bits(32, 7));
  hint.set(pool_.var_of(y), Value::bits(32, 99));
  const Solution solution =
      check({}, pool_.eq(pool_.binary(Op::bv_mul, x, x), pool_.bits(32, 49 * 49)), &hint);
  ASSERT_EQ(solution.answer, Answer::sat);
  const uint64_t value = solution.model.get(pool_.var_of(x))->low64();
  EXPECT_EQ(static_cast<uint32_t>(value * value), 49u * 49u);
  EXPECT_EQ(solution.model.get(pool_.var_of(y))->low64(), 99u);
}

TEST_F(Z3SolverTest, SeesContradictionsBetweenPrefixAndGoal) {
  const ExprId x = bv("x");
  const ExprId small = pool_.binary(Op::bv_ult, x, pool_.bits(32, 10));
  const ExprId big = pool_.binary(Op::bv_ult, pool_.bits(32, 20), x);
  EXPECT_EQ(check({small}, big).answer, Answer::unsat);
  EXPECT_EQ(check({}, big).answer, Answer::sat);
  EXPECT_EQ(solver_.statistics().queries, 2u);
  EXPECT_EQ(solver_.statistics().unsat, 1u);
}

TEST_F(Z3SolverTest, SolvesFloats) {
  const ExprId x = pool_.variable("x", Sort::floating(64), "double");
  const ExprId sum = pool_.binary(Op::f_add, x, f64(0.5));
  const ExprId above = pool_.binary(Op::f_lt, f64(2.25), sum);
  const ExprId below = pool_.binary(Op::f_lt, sum, f64(2.26));
  const Solution solution = check({above}, below);
  ASSERT_EQ(solution.answer, Answer::sat);
  const double value = solution.model.get(pool_.var_of(x))->as_double();
  EXPECT_GT(value + 0.5, 2.25);
  EXPECT_LT(value + 0.5, 2.26);
  EXPECT_EQ(check({}, pool_.ne(x, x)).answer, Answer::unsat);
  EXPECT_EQ(check({}, pool_.not_(pool_.binary(Op::f_eq, x, x))).answer, Answer::sat) << "NaN";
  const std::array args = {bv("n", 16)};
  const ExprId single = pool_.make(Op::f_from_signed, Sort::floating(32), args);
  const std::array wider = {single};
  const ExprId twice = pool_.make(Op::f_to_float, Sort::floating(64), wider);
  EXPECT_EQ(check({}, pool_.binary(Op::f_eq, twice, f64(-1234))).answer, Answer::sat);
}

TEST_F(Z3SolverTest, ReadsTheBitsOfFloats) {
  for (unsigned width : {16u, 32u, 64u, 80u, 128u}) {
    const ExprId x =
        pool_.variable("f" + std::to_string(width), Sort::floating(width), "some float");
    const ExprId bits = pool_.unary(Op::f_to_bits, x);
    const ExprId sign = pool_.extract(bits, width - 1, 1);
    const ExprId low = pool_.extract(bits, 0, 3);
    const Solution solution =
        check({pool_.eq(low, pool_.bits(3, 5))}, pool_.eq(sign, pool_.bits(1, 1)));
    EXPECT_EQ(solution.answer, Answer::sat) << width << " " << solution.why;
  }
}

TEST_F(Z3SolverTest, SolvesUnboundedIntegers) {
  const ExprId x = pool_.variable("x", Sort::integer());
  const ExprId big = pool_.constant(Value::integer(mpz_class("123456789012345678901234567890")));
  const ExprId twice = pool_.binary(Op::int_add, x, x);
  const Solution solution = check({}, pool_.eq(twice, big));
  ASSERT_EQ(solution.answer, Answer::sat);
  EXPECT_EQ(solution.model.get(pool_.var_of(x))->to_text(), "61728394506172839450617283945");
}

TEST_F(Z3SolverTest, LooksUpTables) {
  std::vector<ExprId> squares;
  for (unsigned i = 0; i < 100; ++i) squares.push_back(pool_.bits(32, i * i));
  const ExprId x = bv("x", 8);
  const ExprId square = pool_.lookup(pool_.table(squares), x);
  const Solution solution = check({}, pool_.eq(square, pool_.bits(32, 49)));
  ASSERT_EQ(solution.answer, Answer::sat);
  EXPECT_EQ(solution.model.get(pool_.var_of(x))->low64(), 7u);
  const ExprId beyond = pool_.binary(Op::bv_ult, pool_.bits(8, 150), x);
  EXPECT_EQ(check({beyond}, pool_.eq(square, pool_.bits(32, 99 * 99))).answer, Answer::sat);
  EXPECT_EQ(check({beyond}, pool_.eq(square, pool_.bits(32, 98 * 98))).answer, Answer::unsat);
}

// The product of two 40-bit primes: far more than half a second of work.
ExprId factoring(ExprPool& pool) {
  const ExprId x = pool.variable("x", Sort::bits(96)), y = pool.variable("y", Sort::bits(96));
  const ExprId limit = pool.constant(Value::bits(96, mpz_class(1) << 47));
  const ExprId one = pool.bits(96, 1);
  const ExprId product = pool.constant(Value::bits(96, mpz_class("1099511627689") * 1099511627791));
  ExprId goal = pool.eq(pool.binary(Op::bv_mul, x, y), product);
  for (ExprId v : {x, y}) {
    goal = pool.and_(goal, pool.binary(Op::bv_ult, v, limit));
    goal = pool.and_(goal, pool.binary(Op::bv_ult, one, v));
  }
  return goal;
}

TEST(Z3SolverLimits, HonoursTheTimeoutAndLivesOn) {
  ExprPool pool;
  SolverLimits limits;
  limits.timeout_seconds = 0.5;
  const auto solver = make_z3_solver(pool, limits);
  const ExprId goal = factoring(pool);
  for (int i = 0; i < 2; ++i) {
    const auto start = std::chrono::steady_clock::now();
    const Solution solution = solver->check({{}, goal, nullptr});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(solution.answer, Answer::unknown);
    EXPECT_EQ(solution.why, "timeout");
    EXPECT_LT(taken.count(), 1.0);
  }
  const ExprId easy = pool.eq(pool.variable("z", Sort::bits(8)), pool.bits(8, 3));
  EXPECT_EQ(solver->check({{}, easy, nullptr}).answer, Answer::sat);
}

TEST(Z3SolverLimits, SurvivesRunningOutOfMemory) {
  ExprPool pool;
  SolverLimits limits;
  limits.memory_bytes = 24u << 20;
  const auto solver = make_z3_solver(pool, limits);
  const ExprId x = pool.variable("x", Sort::bits(1024)), y = pool.variable("y", Sort::bits(1024));
  const ExprId hard = pool.eq(pool.binary(Op::bv_udiv, x, y), pool.binary(Op::bv_mul, x, y));
  const Solution solution =
      solver->check({{}, pool.and_(hard, pool.ne(y, pool.bits(1024, 1))), nullptr});
  EXPECT_EQ(solution.answer, Answer::unknown);
  EXPECT_EQ(solution.why, "memory");
  const ExprId easy = pool.eq(pool.variable("z", Sort::bits(8)), pool.bits(8, 3));
  EXPECT_EQ(solver->check({{}, easy, nullptr}).answer, Answer::sat);
}

}  // namespace
}  // namespace cuttle
