// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/chain.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <fstream>
#include <random>
#include <string>

#include "engine/expr/evaluator.h"
#include "engine/solver/factory.h"

namespace cuttle {
namespace {

constexpr ChainOptions only_sat{.fast_unsat = false,
                                .slice = false,
                                .reuse = false,
                                .word = false,
                                .search = false,
                                .z3 = false,
                                .polish = false};

class ChainTest : public ::testing::Test {
 protected:
  void use(const ChainOptions& options) { solver_ = make_solver(pool_, {}, options); }
  ExprId bv(const std::string& name, unsigned width = 32) {
    return pool_.variable(name, Sort::bits(width));
  }
  ExprId c(uint64_t value, unsigned width = 32) { return pool_.bits(width, value); }
  ExprId ult(ExprId a, ExprId b) { return pool_.binary(Op::bv_ult, a, b); }
  ExprId slt(ExprId a, ExprId b) { return pool_.binary(Op::bv_slt, a, b); }
  ExprId mul(ExprId a, ExprId b) { return pool_.binary(Op::bv_mul, a, b); }

  Solution check(const std::vector<ExprId>& prefix, ExprId goal) {
    Solution solution = solver_->check({prefix, goal, has_hint_ ? &hint_ : nullptr});
    if (solution.answer == Answer::sat) {
      Evaluator evaluator(pool_, solution.model);
      EXPECT_TRUE(evaluator.is_true(goal));
      for (ExprId e : prefix) EXPECT_TRUE(evaluator.is_true(e));
    }
    return solution;
  }
  void hint(ExprId variable, uint64_t value) {
    has_hint_ = true;
    hint_.set(pool_.var_of(variable), Value::bits(pool_.sort(variable).width, value));
  }
  uint64_t counter(const std::string& name) {
    const auto& layers = solver_->statistics().layers;
    const auto found = layers.find(name);
    return found == layers.end() ? 0 : found->second;
  }
  uint64_t value(const Solution& solution, ExprId variable) {
    const Value* found = solution.model.get(pool_.var_of(variable));
    return found ? found->low64() : 0;
  }

  ExprPool pool_;
  std::unique_ptr<Solver> solver_ = make_solver(pool_, {});
  Assignment hint_;
  bool has_hint_ = false;
};

TEST_F(ChainTest, FastUnsatSeesTheNegationInAnyForm) {
  const ExprId x = bv("x"), y = bv("y");
  EXPECT_EQ(check({slt(x, y)}, pool_.binary(Op::bv_sle, y, x)).answer, Answer::unsat);
  EXPECT_EQ(check({slt(x, y)}, pool_.not_(slt(x, y))).answer, Answer::unsat);
  EXPECT_EQ(counter("fast_unsat.negation"), 2u);
  EXPECT_EQ(solver_->statistics().fast_unsat, 2u);
}

TEST_F(ChainTest, FastUnsatKnowsTheRangesOfTerms) {
  const ExprId sum = pool_.add(bv("x"), bv("y"));
  hint(bv("x"), 1);
  EXPECT_EQ(check({ult(sum, c(10))}, ult(c(20), sum)).answer, Answer::unsat);
  EXPECT_EQ(counter("fast_unsat.range"), 1u);
}

TEST_F(ChainTest, SliceKeepsWhatDependsOnTheGoal) {
  const ExprId x = bv("x"), y = bv("y"), z = bv("z"), w = bv("w");
  hint(x, 1);
  hint(y, 2);
  hint(z, 3);
  hint(w, 4);
  const std::vector<ExprId> prefix = {slt(x, y), slt(z, w), ult(y, c(100)), ult(w, c(100))};
  const Solution solution = check(prefix, pool_.eq(x, c(50)));
  ASSERT_EQ(solution.answer, Answer::sat);
  EXPECT_EQ(value(solution, z), 3u);
  EXPECT_EQ(value(solution, w), 4u);
  EXPECT_EQ(counter("slice.seen"), 4u);
  EXPECT_EQ(counter("slice.kept"), 2u);
}

TEST_F(ChainTest, SliceDropsDuplicatesAndWhatIsImplied) {
  const ExprId n = bv("n");
  std::vector<ExprId> prefix;
  for (unsigned i = 0; i < 50; ++i) prefix.push_back(ult(c(i), n));
  prefix.push_back(ult(c(7), n));
  hint(n, 60);
  EXPECT_EQ(check(prefix, pool_.eq(pool_.binary(Op::bv_and, n, c(3)), c(1))).answer, Answer::sat);
  EXPECT_EQ(counter("slice.kept"), 1u);
  EXPECT_EQ(counter("slice.subsumed"), 49u);
  // Taken back, the weaker constraints count again.
  const std::vector<ExprId> shorter(prefix.begin(), prefix.begin() + 10);
  const Solution solution = check(shorter, ult(n, c(12)));
  ASSERT_EQ(solution.answer, Answer::sat);
  EXPECT_GT(value(solution, n), 9u);
}

TEST_F(ChainTest, AnyHintWillDo) {
  const ExprId x = bv("x"), y = bv("y");
  hint(x, 5);  // violates the prefix
  hint(y, 5);
  EXPECT_EQ(check({slt(x, y)}, pool_.eq(y, c(3))).answer, Answer::sat);
  has_hint_ = false;
  EXPECT_EQ(check({slt(x, y), slt(y, x)}, pool_.eq(y, c(3))).answer, Answer::unsat);
  EXPECT_EQ(check({pool_.false_expr()}, pool_.eq(y, c(3))).answer, Answer::unsat);
  EXPECT_EQ(check({}, pool_.true_expr()).answer, Answer::sat);
}

TEST_F(ChainTest, SortingNeedsNoSatSolver) {
  const ExprId x = bv("x"), y = bv("y"), z = bv("z");
  hint(x, 1);
  hint(y, 2);
  hint(z, 3);
  EXPECT_EQ(check({slt(x, y), slt(y, z)}, slt(z, x)).answer, Answer::unsat);
  EXPECT_EQ(check({slt(x, y)}, slt(z, y)).answer, Answer::sat);
  EXPECT_EQ(counter("word.order_unsat"), 1u);
  EXPECT_EQ(counter("sat.calls"), 0u);
}

TEST_F(ChainTest, BytesAreSets) {
  const ExprId ch = bv("ch", 8);
  const ExprId wide = pool_.zext(ch, 32);
  hint(ch, 'x');
  const ExprId not_space = pool_.not_(pool_.eq(wide, c(' ')));
  const Solution solution = check({not_space}, slt(wide, c('0')));
  ASSERT_EQ(solution.answer, Answer::sat);
  EXPECT_EQ(value(solution, ch), static_cast<uint64_t>('0') - 1) << "the nearest one";
  EXPECT_EQ(counter("word.bytes_sat"), 1u);
}

TEST_F(ChainTest, InvertsChains) {
  const ExprId x = bv("x");
  ExprId e = pool_.add(pool_.binary(Op::bv_xor, x, c(0x5A5A5A5A)), c(77));
  e = pool_.binary(Op::bv_xor, mul(e, c(0x9E3779B1)), c(0x1234));
  const Solution solution = check({}, pool_.eq(e, c(0xDEADBEEF)));
  ASSERT_EQ(solution.answer, Answer::sat);
  EXPECT_EQ(counter("word.repair_sat"), 1u);
}

TEST_F(ChainTest, SolvesLinearEquations) {
  const ExprId x = bv("x"), y = bv("y"), z = bv("z");
  const ExprId first = pool_.eq(pool_.add(mul(x, c(3)), mul(y, c(5))), c(100));
  const ExprId second = pool_.eq(pool_.add(mul(x, c(7)), pool_.add(mul(y, c(11)), z)), c(9));
  const ExprId third = pool_.eq(pool_.binary(Op::bv_sub, mul(x, c(2)), mul(z, c(9))), c(1235));
  EXPECT_EQ(check({first, second}, third).answer, Answer::sat);
  // The left side is even.
  EXPECT_EQ(check({}, pool_.eq(pool_.add(mul(x, c(6)), mul(y, c(10))), c(101))).answer,
            Answer::unsat);
  EXPECT_EQ(counter("word.linear_unsat") + counter("word.ranges_unsat"), 1u);
  EXPECT_EQ(counter("sat.calls"), 0u);
}

TEST_F(ChainTest, SolvesExclusiveOrs) {
  const ExprId x = bv("x"), y = bv("y");
  const auto mixed = [&](ExprId e) {  // x ^ (x << 13) ^ (x >> 7): one to one
    const ExprId left = pool_.binary(Op::bv_xor, e, pool_.binary(Op::bv_shl, e, c(13)));
    return pool_.binary(Op::bv_xor, left, pool_.binary(Op::bv_lshr, left, c(7)));
  };
  EXPECT_EQ(check({pool_.eq(pool_.binary(Op::bv_xor, x, y), c(0x55AA))},
                  pool_.eq(mixed(x), c(0xCAFEBABE)))
                .answer,
            Answer::sat);
  EXPECT_EQ(counter("sat.calls"), 0u);
}

TEST_F(ChainTest, RangesFindContradictionsBelowTheSurface) {
  const ExprId x = bv("x", 8);
  const ExprId y = bv("y", 8);
  const ExprId sum = pool_.add(pool_.zext(x, 32), pool_.zext(y, 32));
  EXPECT_EQ(check({ult(x, c(10, 8)), ult(y, c(10, 8))}, ult(c(100), sum)).answer, Answer::unsat);
  EXPECT_EQ(counter("word.ranges_unsat"), 1u);
}

TEST_F(ChainTest, CoresDecideEverythingThatContainsThem) {
  ChainOptions options;
  options.word = false;
  use(options);
  const ExprId x = bv("x"), y = bv("y"), z = bv("z");
  const ExprId a = pool_.eq(mul(x, y), c(7)), b = pool_.eq(pool_.binary(Op::bv_and, x, c(1)), c(0));
  hint(x, 1);
  hint(y, 7);
  EXPECT_EQ(check({a}, b).answer, Answer::unsat);
  EXPECT_EQ(counter("sat.calls"), 1u);
  EXPECT_EQ(check({ult(z, c(3)), a, ult(z, x)}, b).answer, Answer::unsat);
  EXPECT_EQ(counter("sat.calls"), 1u);
  EXPECT_EQ(counter("reuse.core"), 1u);
  EXPECT_EQ(solver_->statistics().cache_hits, 1u);
}

TEST_F(ChainTest, ModelsAnswerTheSameAndSmallerQueries) {
  use({.word = false, .finite = false});
  const ExprId x = bv("x"), y = bv("y");
  hint(x, 3);
  hint(y, 5);
  const ExprId goal = pool_.eq(mul(x, y), c(1001));
  EXPECT_EQ(check({ult(x, c(100)), ult(y, c(100))}, goal).answer, Answer::sat);
  EXPECT_EQ(check({ult(x, c(100)), ult(y, c(100))}, goal).answer, Answer::sat);
  EXPECT_EQ(check({ult(x, c(100))}, goal).answer, Answer::sat);
  EXPECT_EQ(counter("sat.calls"), 1u);
  EXPECT_EQ(counter("reuse.exact"), 1u);
  EXPECT_EQ(counter("reuse.goal_model"), 1u);
}

TEST_F(ChainTest, ModelsStayNearTheHint) {
  ChainOptions options;
  options.word = false;
  use(options);
  std::vector<ExprId> variables, prefix;
  for (unsigned i = 0; i < 8; ++i) {
    variables.push_back(bv("v" + std::to_string(i)));
    hint(variables.back(), 100 + i);
    if (i > 0) prefix.push_back(ult(variables[i - 1], variables[i]));
  }
  const Solution solution = check(prefix, ult(c(1000), variables[7]));
  ASSERT_EQ(solution.answer, Answer::sat);
  for (unsigned i = 0; i < 7; ++i) EXPECT_EQ(value(solution, variables[i]), 100u + i);
}

TEST_F(ChainTest, SatAloneSolvesAllOperations) {
  use(only_sat);
  const ExprId x = bv("x", 24), y = bv("y", 24);
  const auto goal = [&](Op op, uint64_t result) {
    return pool_.eq(pool_.binary(op, x, y), c(result, 24));
  };
  const ExprId apart = pool_.and_(ult(c(1, 24), y), ult(c(2, 24), x));
  for (Op op :
       {Op::bv_add, Op::bv_sub, Op::bv_mul, Op::bv_udiv, Op::bv_urem, Op::bv_sdiv, Op::bv_srem,
        Op::bv_shl, Op::bv_lshr, Op::bv_ashr, Op::bv_and, Op::bv_or, Op::bv_xor}) {
    EXPECT_EQ(check({apart}, goal(op, 24)).answer, Answer::sat) << static_cast<int>(op);
  }
}

TEST_F(ChainTest, TablesAreMultiplexers) {
  use(only_sat);
  std::vector<ExprId> squares;
  for (unsigned i = 0; i < 200; ++i) squares.push_back(c(i * i));
  const ExprId index = bv("i", 8), other = bv("j", 8);
  const TableId table = pool_.table(squares);
  const ExprId sum = pool_.add(pool_.lookup(table, index), pool_.lookup(table, other));
  const Solution solution =
      check({ult(other, index), ult(c(9, 8), other)}, pool_.eq(sum, c(3 * 3 * 25 + 4 * 4 * 25)));
  ASSERT_EQ(solution.answer, Answer::sat);
  EXPECT_EQ(value(solution, index), 20u);
  EXPECT_EQ(value(solution, other), 15u);
  EXPECT_EQ(
      check({ult(c(220, 8), index)}, pool_.eq(pool_.lookup(table, index), c(198 * 198))).answer,
      Answer::unsat);
}

// Nobody factors the product of two 40-bit primes in passing.
class HardQueryTest : public ChainTest {
 protected:
  const ExprId x = bv("x", 96), y = bv("y", 96);
  const ExprId limit = pool_.constant(Value::bits(96, mpz_class(1) << 47));
  const ExprId product =
      pool_.constant(Value::bits(96, mpz_class("1099511627689") * 1099511627791));
  const std::vector<ExprId> prefix = {ult(c(1, 96), x), ult(c(1, 96), y), ult(x, limit),
                                      ult(y, limit)};
};

// CaDiCaL's budget of conflicts and Z3's time both run out.
TEST_F(HardQueryTest, HonoursTheTimeout) {
  SolverLimits limits;
  limits.timeout_seconds = 0.5;
  solver_ = make_solver(pool_, limits);
  const auto start = std::chrono::steady_clock::now();
  const Solution solution = check(prefix, pool_.eq(mul(x, y), product));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  EXPECT_EQ(solution.answer, Answer::unknown);
  EXPECT_EQ(solution.why, "timeout");
  EXPECT_LT(taken.count(), 1.0);
  EXPECT_EQ(check({}, pool_.eq(mul(x, c(3, 96)), c(9, 96))).answer, Answer::sat);
}

TEST_F(HardQueryTest, EndsWithTheTimeOfTheCampaign) {
  SolverLimits limits;
  limits.timeout_seconds = 600;
  solver_ = make_solver(pool_, limits);
  Query query{prefix, pool_.eq(mul(x, y), product)};
  query.seconds_left = 0.5;
  EXPECT_EQ(solver_->check(query).why, "timeout");
}

TEST_F(HardQueryTest, GetsNeitherSatNorZ3AtAGlance) {
  Query query{prefix, pool_.eq(mul(x, y), product)};
  query.effort = Effort::glance;
  const Solution glance = solver_->check(query);
  EXPECT_TRUE(glance.put_off);
  EXPECT_FALSE(glance.laborious);
  EXPECT_EQ(counter("sat.calls") + counter("sat_alone.calls") + counter("z3.calls"), 0u);
  query.effort = Effort::brief;
  EXPECT_TRUE(solver_->check(query).laborious);
  const Query easy{.prefix = {}, .goal = pool_.eq(bv("z", 8), c(7, 8)), .effort = Effort::glance};
  EXPECT_EQ(solver_->check(easy).answer, Answer::sat);
}

TEST_F(HardQueryTest, IsPutOffWhenWorkIsToBeBrief) {
  use({.z3 = false});
  const ExprId goal = pool_.eq(mul(x, y), product);
  Query query{prefix, goal};
  query.effort = Effort::brief;
  const Solution brief = solver_->check(query);
  EXPECT_EQ(brief.answer, Answer::unknown);
  EXPECT_TRUE(brief.put_off);
  EXPECT_EQ(counter("chain.put_off"), 1u);
  EXPECT_EQ(solver_->statistics().queries, 0u);
  EXPECT_EQ(solver_->statistics().unknown, 0u);
  query.goal = pool_.eq(x, c(7, 96));
  EXPECT_EQ(solver_->check(query).answer, Answer::sat);  // not hard
}

uint64_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  uint64_t pages = 0, resident = 0;
  statm >> pages >> resident;
  return resident * 4096;
}

// A campaign that never repeats itself: new constants all the time.
TEST_F(ChainTest, MemoryStaysBounded) {
  use({.word = false, .finite = false, .z3 = false});
  std::mt19937 random(1);
  std::vector<ExprId> variables;
  for (unsigned i = 0; i < 10; ++i) {
    variables.push_back(bv("v" + std::to_string(i), 5));
    hint(variables.back(), random() & 0x1f);
  }
  std::vector<ExprId> constants;
  for (unsigned i = 0; i < 32; ++i) constants.push_back(c(random() & 0x1f, 5));
  const auto draw = [&](const std::vector<ExprId>& list) { return list[random() % list.size()]; };
  uint64_t after_warm_up = 0;
  for (unsigned i = 0; i < 100'000; ++i) {
    const ExprId sum = pool_.add(draw(variables), draw(variables));
    check({}, ult(pool_.binary(Op::bv_xor, sum, draw(constants)), draw(constants)));
    if (i == 50'000) after_warm_up = resident_bytes();
  }
  EXPECT_LT(resident_bytes(), after_warm_up + (200u << 20));
  EXPECT_GT(counter("sat.rebuilds"), 0u);
}

TEST(ChainDeterminism, TheSameQueriesGetTheSameAnswers) {
  const auto campaign = [](std::vector<std::string>& log) {
    ExprPool pool;
    const auto solver = make_solver(pool, {});
    std::mt19937 random(3);
    std::vector<ExprId> variables;
    for (unsigned i = 0; i < 5; ++i) {
      variables.push_back(pool.variable("v" + std::to_string(i), Sort::bits(8)));
    }
    const Op ops[] = {Op::bv_add, Op::bv_mul, Op::bv_xor, Op::bv_udiv, Op::bv_shl, Op::bv_and};
    const auto draw = [&] { return variables[random() % variables.size()]; };
    Assignment hint;
    std::vector<ExprId> path;
    for (unsigned i = 0; i < 200; ++i) {
      const ExprId term = pool.binary(ops[random() % 6], draw(), draw());
      const ExprId goal =
          pool.binary(Op::bv_ult, term, pool.binary(ops[random() % 6], draw(), draw()));
      const Solution solution = solver->check({path, goal, &hint});
      std::string line = std::to_string(static_cast<int>(solution.answer));
      for (VarId v = 0; v < solution.model.limit(); ++v) {
        if (solution.model.has(v)) line += " " + solution.model.get(v)->to_text();
      }
      log.push_back(line);
      if (solution.answer == Answer::sat) {
        path.push_back(goal);
        hint = solution.model;
      }
      if (path.size() > 12) path.clear();
    }
  };
  std::vector<std::string> first, second;
  campaign(first);
  campaign(second);
  EXPECT_EQ(first, second);
}

TEST_F(ChainTest, FindsASquareRootAmongTheDoubles) {
  use({.z3 = false});
  const ExprId bits = bv("x", 64);
  const std::array args = {bits};
  const ExprId x = pool_.make(Op::f_from_bits, Sort::floating(64), args);
  const auto number = [&](double value) { return pool_.constant(Value::float64(value)); };
  const ExprId square = pool_.binary(Op::f_mul, x, x);
  const ExprId far = pool_.binary(Op::f_sub, square, number(2));
  const ExprId above = pool_.binary(Op::f_lt, number(-1e-9), far);
  const ExprId below = pool_.binary(Op::f_lt, far, number(1e-9));
  const ExprId positive = pool_.binary(Op::f_lt, number(0), x);
  EXPECT_EQ(check({positive, above}, below).answer, Answer::sat);
  EXPECT_EQ(counter("floats.found"), 1u);
}

}  // namespace
}  // namespace cuttle
