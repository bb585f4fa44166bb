// SPDX-License-Identifier: Apache-2.0
// Floats and unbounded integers, which CaDiCaL does not see; with and without searching.
#include "engine/solver/z3_layer.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <string>

#include "engine/expr/evaluator.h"
#include "engine/solver/factory.h"

namespace cuttle {
namespace {

// The parameter: may floats be searched before Z3 is asked?
class Z3LayerTest : public ::testing::TestWithParam<bool> {
 protected:
  ExprId real(const char* name, unsigned width = 64) {
    return pool_.variable(name, Sort::floating(width), "double");
  }
  ExprId c(double value) { return pool_.constant(Value::float64(value)); }
  ExprId c(float value) { return pool_.constant(Value::float32(value)); }
  ExprId f(Op op, ExprId a, ExprId b) { return pool_.binary(op, a, b); }
  ExprId lt(ExprId a, ExprId b) { return f(Op::f_lt, a, b); }
  ExprId convert(Op op, Sort sort, ExprId a, RoundingMode mode = RoundingMode::nearest_even) {
    return pool_.make(op, sort, {&a, 1}, static_cast<uint32_t>(mode));
  }

  Answer check(const std::vector<ExprId>& prefix, ExprId goal) {
    solution_ = solver_->check({prefix, goal, nullptr});
    if (solution_.answer == Answer::sat) {
      Evaluator evaluator(pool_, solution_.model);
      EXPECT_TRUE(evaluator.is_true(goal));
      for (ExprId e : prefix) EXPECT_TRUE(evaluator.is_true(e));
    }
    EXPECT_NE(solution_.answer, Answer::unknown) << solution_.why;
    return solution_.answer;
  }
  double value(ExprId variable) {
    const Value* found = solution_.model.get(pool_.var_of(variable));
    return found ? found->as_double() : 0;
  }

  ExprPool pool_;
  SolverLimits limits_{.timeout_seconds = 30};
  std::unique_ptr<Solver> solver_ = make_solver(pool_, limits_, {.floats = GetParam()});
  Solution solution_;
};

TEST_P(Z3LayerTest, PutsHardQueriesOffWhenWorkIsToBeBrief) {
  const ExprId x = real("x"), y = real("y");
  const ExprId product = f(Op::f_mul, f(Op::f_mul, x, y), f(Op::f_add, x, y));
  const std::vector<ExprId> prefix = {lt(c(1.25), x), lt(x, y), lt(y, c(7.0))};
  Query query{prefix, pool_.not_(f(Op::f_eq, f(Op::f_div, product, y), f(Op::f_mul, x, x)))};
  query.goal = pool_.and_(query.goal, f(Op::f_eq, product, c(100.000001)));
  query.effort = Effort::brief;
  solver_ = make_solver(pool_, limits_, {.floats = false});
  const Solution solution = solver_->check(query);
  EXPECT_TRUE(solution.put_off);
  EXPECT_EQ(solver_->statistics().layers.at("z3.unknown"), 0u);
}

TEST_P(Z3LayerTest, KnowsNaN) {
  const ExprId x = real("x"), y = real("y");
  EXPECT_EQ(check({}, pool_.not_(f(Op::f_eq, x, x))), Answer::sat);
  EXPECT_TRUE(std::isnan(value(x)));
  const ExprId difference = f(Op::f_sub, x, y);
  const ExprId nan = pool_.unary(Op::f_is_nan, difference);
  const auto number = [&](ExprId e) { return pool_.not_(pool_.unary(Op::f_is_nan, e)); };
  EXPECT_EQ(check({number(x), number(y)}, nan), Answer::sat) << "inf - inf";
  const auto finite = [&](ExprId e) { return pool_.not_(pool_.unary(Op::f_is_inf, e)); };
  EXPECT_EQ(check({number(x), number(y), finite(x), finite(y)}, nan), Answer::unsat);
}

TEST_P(Z3LayerTest, ConvertsIntegers) {
  const ExprId n = pool_.variable("n", Sort::bits(32));
  const ExprId as_float = convert(Op::f_from_signed, Sort::floating(32), n);
  const ExprId back = pool_.make(Op::f_to_signed, Sort::bits(32), {&as_float, 1});
  const ExprId small = pool_.binary(Op::bv_slt, n, pool_.bits(32, 1u << 30));
  const ExprId positive = pool_.binary(Op::bv_slt, pool_.bits(32, 0), n);
  EXPECT_EQ(check({small, positive}, pool_.ne(back, n)), Answer::sat) << "a float has 24 bits";
  const ExprId tiny = pool_.binary(Op::bv_slt, n, pool_.bits(32, 1u << 12));
  EXPECT_EQ(check({tiny, positive}, pool_.ne(back, n)), Answer::unsat);

  const ExprId x = real("x");
  const ExprId truncated = pool_.make(Op::f_to_signed, Sort::bits(32), {&x, 1});
  const std::vector<ExprId> prefix = {lt(c(-1e6), x), lt(x, c(1e6))};
  ASSERT_EQ(check(prefix, pool_.eq(truncated, pool_.bits(32, 0xFFFFFFFF & -77))), Answer::sat);
  EXPECT_EQ(std::trunc(value(x)), -77.0);
}

TEST_P(Z3LayerTest, RoundsAsAsked) {
  const ExprId x = real("x");
  const auto narrowed = [&](RoundingMode mode) {
    return convert(Op::f_to_float, Sort::floating(32), x, mode);
  };
  const ExprId up = narrowed(RoundingMode::up), down = narrowed(RoundingMode::down);
  const std::vector<ExprId> prefix = {lt(c(1.0), x), lt(x, c(2.0))};
  EXPECT_EQ(check(prefix, lt(down, up)), Answer::sat) << "not every double is a float";
  EXPECT_EQ(check(prefix, lt(up, down)), Answer::unsat);
  // Addition loses what is too small.
  const ExprId sum = f(Op::f_add, x, c(1e17));
  const std::vector<ExprId> limits = {lt(c(0.0), x), lt(x, c(100.0))};
  ASSERT_EQ(check(limits, f(Op::f_eq, sum, c(1e17))), Answer::sat);
  EXPECT_EQ(value(x) + 1e17, 1e17);
}

TEST_P(Z3LayerTest, SolvesUnboundedIntegers) {
  const ExprId x = pool_.variable("x", Sort::integer()), y = pool_.variable("y", Sort::integer());
  const auto number = [&](const char* text) {
    return pool_.constant(Value::integer(mpz_class(text)));
  };
  const ExprId sum = pool_.binary(Op::int_add, x, y);
  const ExprId difference = pool_.binary(Op::int_sub, x, y);
  const ExprId huge = pool_.eq(sum, number("1000000000000000000000000000001"));
  EXPECT_EQ(check({huge}, pool_.eq(difference, number("1"))), Answer::sat);
  EXPECT_EQ(check({huge}, pool_.eq(difference, number("2"))), Answer::unsat);
}

// Nobody divides three doubles by each other in half a second.
TEST_P(Z3LayerTest, HonoursTheTimeoutForFloats) {
  solver_ = make_solver(pool_, {.timeout_seconds = 0.5}, {.floats = GetParam()});
  const ExprId x = real("x"), y = real("y"), z = real("z");
  const ExprId left = f(Op::f_div, f(Op::f_div, x, y), z);
  const ExprId right = f(Op::f_div, x, f(Op::f_mul, y, z));
  const std::vector<ExprId> prefix = {lt(c(1.0), x), lt(x, c(2.0)), lt(c(1.0), y),
                                      lt(y, c(2.0)), lt(c(1.0), z), lt(z, c(2.0))};
  const ExprId apart = lt(c(1e-15), pool_.unary(Op::f_abs, f(Op::f_sub, left, right)));
  const auto start = std::chrono::steady_clock::now();
  const Solution solution = solver_->check({prefix, apart, nullptr});
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_LT(taken.count(), 1.5);
  EXPECT_TRUE(solution.answer != Answer::unknown || solution.why == "timeout") << solution.why;
  solver_ = make_solver(pool_, limits_);
  EXPECT_EQ(check({}, lt(x, y)), Answer::sat) << "and lives on";
}

INSTANTIATE_TEST_SUITE_P(Floats, Z3LayerTest, ::testing::Bool());

}  // namespace
}  // namespace cuttle
