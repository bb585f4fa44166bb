// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <random>

#include "engine/expr/evaluator.h"
#include "engine/trace/test_trace.h"

namespace cuttle {
namespace {

// Three arms: 10; 20 and 30; the default.
constexpr CuttleSite switch_site{1, 5, 3, 1, CUTTLE_SITE_SWITCH, 0, 3, CUTTLE_NONE, 3, 0};

class ReaderTest : public ::testing::Test {
 protected:
  Execution read() {
    Execution execution;
    reader.read(execution);
    return execution;
  }
  uint32_t x_equals(uint64_t value) {
    const uint32_t x = trace.input("x", 32, "int");
    return trace.node(CUTTLE_OP_EQ, 1, x, trace.constant(32, value));
  }
  ExprId x() { return pool.variable("x", Sort::bits(32), "int"); }

  ExprPool pool;
  TestTrace trace;
  ProgramTables tables;
  TraceReader reader{pool, *trace.memory, tables};
};

TEST_F(ReaderTest, ABranchHasItsConditionAndItsOtherSide) {
  reader.prepare({});
  trace.choice(CUTTLE_CHOICE_BRANCH, 0, x_equals(7), 0);
  const Execution run = read();
  ASSERT_EQ(run.choices.size(), 1u);
  const ExprId seven = pool.eq(x(), pool.bits(32, 7));
  EXPECT_EQ(run.choices[0].condition, pool.not_(seven));
  ASSERT_EQ(run.others(run.choices[0]).size(), 1u);
  EXPECT_EQ(run.others(run.choices[0])[0].id, 1u);
  EXPECT_EQ(run.others(run.choices[0])[0].condition, seven);
  EXPECT_EQ(*run.inputs.get(pool.var_of(x())), Value::bits(32, 0));
  EXPECT_FALSE(run.truncated);
}

TEST_F(ReaderTest, ChoicesOfThreadsComeInTheOrderOfTheirClocks) {
  reader.prepare({});
  struct {
    uint64_t equals;
    uint16_t thread;
    uint32_t clock;
  } const made[] = {{1, 0, 0}, {4, 2, 1}, {2, 1, 1}, {5, 2, 1}, {3, 1, 1}, {6, 0, 2}};
  for (const auto& choice : made)
    trace.choice(CUTTLE_CHOICE_BRANCH, 0, x_equals(choice.equals), 0, 0, choice.thread,
                 choice.clock);
  // Only when the program says that there are clocks.
  EXPECT_EQ(read().choices.at(1).condition, pool.not_(pool.eq(x(), pool.bits(32, 4))));
  trace.memory->header()->features_given = CUTTLE_FEATURE_CLOCKS;
  const Execution run = read();
  ASSERT_EQ(run.choices.size(), 6u);
  for (uint32_t i = 0; i < 6; ++i)
    EXPECT_EQ(run.choices[i].condition, pool.not_(pool.eq(x(), pool.bits(32, i + 1)))) << i;
}

TEST_F(ReaderTest, ValuesReachTheProgramOnLaterRunsToo) {
  Assignment inputs;
  inputs.set(pool.var_of(pool.variable("x#2", Sort::bits(32))), Value::bits(32, 5));
  inputs.set(pool.var_of(pool.variable("a[3]", Sort::bits(8))), Value::bits(8, 9));
  for (int i = 0; i < 2; ++i) {
    reader.prepare({inputs, {}});
    trace.input("x", 32);
    trace.input("x", 32, "int", CUTTLE_NO_INDEX, 2);
    trace.input("a", 8, "char", 3);
    EXPECT_EQ(read().inputs.get(pool.var_of(pool.variable("x#2", Sort::bits(32))))->low64(), 5u);
    EXPECT_EQ(read().inputs.get(pool.var_of(pool.variable("a[3]", Sort::bits(8))))->low64(), 9u);
    EXPECT_EQ(read().inputs.get(pool.var_of(x()))->low64(), 0u);
  }
}

TEST_F(ReaderTest, AnInputWhoseOwnNameLooksLikeAnElementGetsItsValue) {
  Assignment inputs;
  inputs.set(pool.var_of(pool.variable("a[3]", Sort::bits(8))), Value::bits(8, 9));
  reader.prepare({inputs, {}});
  trace.input("a[3]", 8);
  EXPECT_EQ(read().inputs.get(0)->low64(), 9u);
}

TEST_F(ReaderTest, OneNameWithTwoWidthsGivesTwoVariables) {
  reader.prepare({});
  trace.input("x", 32);
  trace.input("x", 8);
  const Execution run = read();
  EXPECT_EQ(pool.variable_count(), 2u);
  EXPECT_EQ(run.inputs.get(1)->sort(), Sort::bits(8));
  Assignment next;
  next.set(0, Value::bits(32, 1));
  next.set(1, Value::bits(8, 2));
  reader.prepare({next, {}});
  trace.input("x", 32);
  trace.input("x", 8);
  EXPECT_EQ(read().inputs.get(1)->low64(), 2u);
}

TEST_F(ReaderTest, ASwitchListsEveryOtherCase) {
  trace.module(std::string("\0f.c\0f", 7), {switch_site}, {}, {{10, 0, 0}, {20, 1, 0}, {30, 1, 0}},
               {});
  reader.prepare({});
  trace.choice(CUTTLE_CHOICE_SWITCH, 1, trace.input("x", 32), 2);
  const Execution run = read();
  ASSERT_EQ(run.choices.size(), 1u);
  const auto is = [&](uint64_t value) { return pool.eq(x(), pool.bits(32, value)); };
  for (uint64_t value : {10, 20, 30, 40}) {
    Assignment values;
    values.set(pool.var_of(x()), Value::bits(32, value));
    EXPECT_EQ(Evaluator(pool, values).is_true(run.choices[0].condition), value == 40);
  }
  const auto others = run.others(run.choices[0]);
  ASSERT_EQ(others.size(), 2u);
  EXPECT_EQ(others[0].condition, is(10));
  EXPECT_EQ(others[1].condition, pool.or_(is(20), is(30)));
}

TEST_F(ReaderTest, CasesThatShareAnArmAreKnown) {
  trace.module(std::string("\0f.c\0f", 7), {switch_site}, {}, {{10, 0, 0}, {30, 1, 0}, {20, 1, 0}},
               {});
  for (uint32_t arm : {0u, 1u, 2u}) {
    reader.prepare({});
    trace.choice(CUTTLE_CHOICE_SWITCH, 1, trace.input("x", 32), arm);
    const Execution run = read();
    ASSERT_EQ(run.shared_ways.size(), arm == 1 ? 1u : 0u);
    if (arm != 1) continue;
    EXPECT_EQ(run.shared_ways[0].choice, 0u);
    EXPECT_EQ(run.shared_ways[0].subject, x());
    EXPECT_EQ(*run.shared_ways[0].values, (std::vector<uint64_t>{20, 30}));
  }
}

TEST_F(ReaderTest, AssumptionsAreFlippedOnlyWhenTheyFailed) {
  reader.prepare({});
  const uint32_t condition = x_equals(1);
  trace.choice(CUTTLE_CHOICE_ASSUME, 0, condition, 0);
  trace.choice(CUTTLE_CHOICE_ASSUME, 0, condition, 1);
  const Execution run = read();
  ASSERT_EQ(run.choices.size(), 2u);
  EXPECT_EQ(run.choices[0].kind, ChoiceKind::assume);
  EXPECT_TRUE(run.choices[0].flippable);
  EXPECT_EQ(run.others(run.choices[0]).size(), 1u);
  EXPECT_FALSE(run.choices[1].flippable);
}

TEST_F(ReaderTest, AConcretisationPinsTheExpression) {
  reader.prepare({});
  trace.choice(CUTTLE_CHOICE_CONCRETISE, 0, trace.input("x", 32), 0, 77);
  const Execution run = read();
  ASSERT_EQ(run.choices.size(), 1u);
  EXPECT_EQ(run.choices[0].kind, ChoiceKind::concretise);
  EXPECT_TRUE(run.choices[0].open);
  EXPECT_FALSE(run.choices[0].flippable);
  EXPECT_EQ(run.choices[0].condition, pool.eq(x(), pool.bits(32, 77)));
}

TEST_F(ReaderTest, TargetsOfIndirectCallsAreLookedFor) {
  reader.prepare({});
  trace.append(CUTTLE_AREA_RECORDS,
               CuttleChoice{CUTTLE_CHOICE_CONCRETISE, 0, 0, 0, trace.input("x", 32), 0, 77,
                            CUTTLE_REASON_TARGET, 0});
  const Execution run = read();
  ASSERT_EQ(run.choices.size(), 1u);
  EXPECT_TRUE(run.choices[0].open);
  EXPECT_TRUE(run.choices[0].flippable);
}

TEST_F(ReaderTest, ConditionsThatCannotVaryAreNoChoices) {
  reader.prepare({});
  const uint32_t x = trace.input("x", 32);
  trace.choice(CUTTLE_CHOICE_BRANCH, 0, trace.node(CUTTLE_OP_EQ, 1, x, x), 1);
  const Execution run = read();
  EXPECT_TRUE(run.choices.empty());
  EXPECT_FALSE(run.truncated);
}

TEST_F(ReaderTest, NodesMeanWhatTheFormatSays) {
  reader.prepare({});
  const uint32_t a = trace.input("a", 8), b = trace.input("b", 8);
  const uint32_t sum = trace.node(CUTTLE_OP_ADD, 8, a, b);
  const uint32_t wide = trace.node(CUTTLE_OP_SEXT, 32, sum);
  const uint32_t less = trace.node(CUTTLE_OP_SLT, 1, wide, trace.constant(32, 3));
  const uint32_t flag = trace.node(CUTTLE_OP_ZEXT, 8, less);
  const uint32_t pair = trace.node(CUTTLE_OP_CONCAT, 16, flag, a);
  const uint32_t high = trace.node(CUTTLE_OP_EXTRACT, 8, pair, 8);
  const uint32_t bit = trace.node(CUTTLE_OP_EXTRACT, 1, high, 0);
  const uint32_t pick = trace.node(CUTTLE_OP_ITE, 8, bit, a, b);
  trace.choice(CUTTLE_CHOICE_BRANCH, 0, trace.node(CUTTLE_OP_EQ, 1, pick, trace.constant(8, 200)),
               0);
  const Execution run = read();
  ASSERT_EQ(run.choices.size(), 1u);
  for (int i = 0; i < 256; ++i) {
    for (int j : {0, 1, 127, 128, 200, 255}) {
      Assignment values;
      values.set(0, Value::bits(8, i));
      values.set(1, Value::bits(8, j));
      const bool less_here = static_cast<int8_t>(i + j) < 3;
      EXPECT_EQ(Evaluator(pool, values).is_true(run.choices[0].condition),
                (less_here ? i : j) != 200);
    }
  }
}

TEST_F(ReaderTest, OneBitArithmeticIsLogic) {
  reader.prepare({});
  const uint32_t a = trace.input("a", 1), b = trace.input("b", 1);
  const uint32_t sum = trace.node(CUTTLE_OP_ADD, 1, a, b);
  const uint32_t less = trace.node(CUTTLE_OP_ULT, 1, a, b);
  trace.choice(CUTTLE_CHOICE_BRANCH, 0, trace.node(CUTTLE_OP_AND, 1, sum, less), 0);
  const Execution run = read();
  ASSERT_EQ(run.choices.size(), 1u);
  for (int i = 0; i < 4; ++i) {
    Assignment values;
    values.set(0, Value::bits(1, i & 1));
    values.set(1, Value::bits(1, i >> 1));
    EXPECT_EQ(Evaluator(pool, values).is_true(run.choices[0].condition), i != 2);
  }
}

TEST_F(ReaderTest, FloatsAreComparedAsFloats) {
  reader.prepare({});
  const uint32_t x = trace.input("d", 64, "double");
  const uint32_t two = trace.constant(64, Value::float64(2.0).low64());
  const uint32_t product = trace.node(CUTTLE_OP_FMUL, 64, x, two);
  const uint32_t less = trace.node(CUTTLE_OP_FLT, 1, product, two);
  trace.choice(CUTTLE_CHOICE_BRANCH, 0, less, 1);
  const Execution run = read();
  ASSERT_EQ(run.choices.size(), 1u);
  for (double d : {-1.0, 0.5, 1.0, 7.0}) {
    Assignment values;
    values.set(0, Value::bits(64, Value::float64(d).low64()));
    EXPECT_EQ(Evaluator(pool, values).is_true(run.choices[0].condition), d * 2.0 < 2.0);
  }
}

TEST_F(ReaderTest, IntegersHaveAnySize) {
  const ExprId n = pool.variable("n", Sort::integer());
  const mpz_class large = -(mpz_class(1) << 100);
  const std::vector<mpz_class> values = {0, -7, mpz_class(1) << 63, large};
  for (const mpz_class& given : values) {
    Assignment inputs;
    inputs.set(pool.var_of(n), Value::integer(given));
    reader.prepare({inputs, {}});
    const uint32_t i = trace.input("n", CUTTLE_INTEGER);
    const uint32_t five = trace.node(CUTTLE_OP_CONSTANT, CUTTLE_INTEGER, 0, 0, 0, 5);
    const uint32_t rest = trace.node(CUTTLE_OP_UREM, CUTTLE_INTEGER, i, five);
    const uint32_t low = trace.node(CUTTLE_OP_EXTRACT, 8, rest, 0);
    const uint32_t back = trace.node(CUTTLE_OP_SEXT, CUTTLE_INTEGER, low);
    const uint32_t sum = trace.node(CUTTLE_OP_ADD, CUTTLE_INTEGER, back, i);
    trace.choice(CUTTLE_CHOICE_BRANCH, 0, trace.node(CUTTLE_OP_SLT, 1, i, sum), 0);
    trace.choice(CUTTLE_CHOICE_CONCRETISE, 0, i, 0, static_cast<uint64_t>(-7));
    const Execution run = read();
    ASSERT_EQ(run.choices.size(), 2u);
    EXPECT_EQ(run.inputs.get(pool.var_of(n))->as_signed(), given);
    // n < n + n mod 5, unless 5 divides n.
    EXPECT_EQ(Evaluator(pool, inputs).is_true(run.choices[0].condition), given == 0);
    EXPECT_EQ(Evaluator(pool, inputs).is_true(run.choices[1].condition), given == -7);
  }
}

TEST_F(ReaderTest, IntegersAreNoBits) {
  const uint32_t i = trace.input("i", CUTTLE_INTEGER), x = trace.input("x", 32);
  const uint32_t wrong[] = {trace.node(CUTTLE_OP_ADD, CUTTLE_INTEGER, i, x),
                            trace.node(CUTTLE_OP_ADD, 32, i, i),
                            trace.node(CUTTLE_OP_NOT, CUTTLE_INTEGER, i),
                            trace.node(CUTTLE_OP_CONCAT, 32, i, x),
                            trace.node(CUTTLE_OP_EXTRACT, 8, i, 1),
                            trace.node(CUTTLE_OP_SIGNED_TO_F, 32, i),
                            trace.node(CUTTLE_OP_ULT, 1, i, i),
                            trace.node(CUTTLE_OP_ZEXT, 64, i),
                            trace.node(CUTTLE_OP_FADD, 32, i, i),
                            trace.node(CUTTLE_OP_SDIV, CUTTLE_INTEGER, i, i),
                            trace.node(CUTTLE_OP_VARIABLE, 32, 1),
                            trace.node(CUTTLE_OP_VARIABLE, CUTTLE_INTEGER, 2)};
  for (const uint32_t node : wrong) {
    reader.prepare({});
    trace.choice(CUTTLE_CHOICE_CONCRETISE, 0, node, 0, 0);
    EXPECT_TRUE(read().truncated) << node;
  }
}

TEST_F(ReaderTest, LookupsReadTheirTable) {
  reader.prepare({});
  const uint32_t i = trace.input("i", 8);
  CuttleTable table{trace.memory->count(CUTTLE_AREA_TABLE_ELEMENTS), 3, 0, 0};
  for (uint64_t value : {5, 6, 7})
    trace.append(CUTTLE_AREA_TABLE_ELEMENTS, trace.constant(8, value));
  const uint32_t id = trace.append(CUTTLE_AREA_TABLES, table);
  const uint32_t got = trace.node(CUTTLE_OP_LOOKUP, 8, i, id);
  trace.choice(CUTTLE_CHOICE_BRANCH, 0, trace.node(CUTTLE_OP_EQ, 1, got, trace.constant(8, 6)), 0);
  const Execution run = read();
  ASSERT_EQ(run.choices.size(), 1u);
  for (int n = 0; n < 6; ++n) {
    Assignment values;
    values.set(0, Value::bits(8, n));
    EXPECT_EQ(Evaluator(pool, values).is_true(run.choices[0].condition), n != 1);
  }
}

TEST_F(ReaderTest, LimitationsCarryTheirPlace) {
  trace.module(std::string("\0f.c\0f", 7), {{1, 5, 12, 1, CUTTLE_SITE_CALL, 0, 0, CUTTLE_NONE}}, {},
               {}, {});
  reader.prepare({});
  trace.limitation(CUTTLE_REASON_EXTERNAL_CALL, 1, "sin", 3);
  const Execution run = read();
  ASSERT_EQ(run.limitations.size(), 1u);
  EXPECT_EQ(run.limitations[0].reason, Reason::external_call);
  EXPECT_EQ(run.limitations[0].location, "f.c:12");
  EXPECT_EQ(run.limitations[0].detail, "sin");
  EXPECT_EQ(run.limitations[0].count, 3u);
}

TEST_F(ReaderTest, CoverageTellsOnlyWhatIsNew) {
  const CuttlePoint arm0{CUTTLE_POINT_ARM, 0, 0, 1, 5, 0, 0, 0};
  const CuttlePoint arm1{CUTTLE_POINT_ARM, 0, 1, 1, 5, 0, 0, 0};
  const CuttlePoint block0{CUTTLE_POINT_BLOCK, CUTTLE_NONE, 0, 1, 5, 0, 2, 0};
  const CuttlePoint block1{CUTTLE_POINT_BLOCK, CUTTLE_NONE, 0, 1, 5, 1, 2, 0};
  trace.module(std::string("\0f.c\0f", 7), {{1, 5, 3, 1, CUTTLE_SITE_BRANCH, 0, 0, 0}},
               {arm0, arm1, block0, block1}, {}, {3, 4, 5});
  tables.update(*trace.memory);
  const auto families = tables.make_families();
  ASSERT_EQ(families.size(), 2u);
  EXPECT_EQ(families[0].points.size(), 2u);
  ASSERT_EQ(families[1].points.size(), 3u);
  EXPECT_EQ(families[1].points[1].line, 4u);
  reader.prepare({});
  trace.cover(1);
  trace.cover(2);
  EXPECT_EQ(read().covered, (std::vector<uint32_t>{1, 2, 3}));
  EXPECT_TRUE(read().covered.empty());
  trace.cover(3);
  EXPECT_EQ(read().covered, (std::vector<uint32_t>{4}));
}

TEST_F(ReaderTest, TheArenaIsEmptiedWhenItIsCrowded) {
  for (int run = 0; run < 40; ++run) {
    reader.prepare({});
    uint32_t sum = trace.node(CUTTLE_OP_ADD, 32, trace.input("x", 32), trace.constant(32, run + 1));
    for (int i = 0; i < 50; ++i) sum = trace.node(CUTTLE_OP_MUL, 32, sum, sum);
    trace.choice(CUTTLE_CHOICE_BRANCH, 0, trace.node(CUTTLE_OP_EQ, 1, sum, trace.constant(32, run)),
                 0);
    EXPECT_FALSE(read().truncated);
  }
  EXPECT_GT(trace.memory->header()->generation, 1u);
}

TEST_F(ReaderTest, DamagedChoicesEndTheTraceThere) {
  reader.prepare({});
  trace.choice(CUTTLE_CHOICE_BRANCH, 0, x_equals(1), 0);
  trace.choice(CUTTLE_CHOICE_BRANCH, 0, 100'000, 0);
  trace.choice(CUTTLE_CHOICE_BRANCH, 0, x_equals(2), 0);
  const Execution run = read();
  EXPECT_EQ(run.choices.size(), 1u);
  EXPECT_TRUE(run.truncated);
  ASSERT_EQ(run.limitations.size(), 1u);
  EXPECT_EQ(run.limitations[0].reason, Reason::trace_damaged);
}

TEST_F(ReaderTest, ADamagedHeaderIsNoticedAndRepaired) {
  reader.prepare({});
  trace.memory->header()->areas[CUTTLE_AREA_RECORDS].offset = 1ull << 60;
  trace.memory->header()->areas[CUTTLE_AREA_NODES].count = ~0u;
  EXPECT_EQ(read().limitations.at(0).reason, Reason::trace_damaged);
  reader.prepare({});
  trace.choice(CUTTLE_CHOICE_BRANCH, 0, x_equals(1), 0);
  const Execution run = read();
  EXPECT_EQ(run.choices.size(), 1u);
  EXPECT_TRUE(run.limitations.empty());
}

// Whatever is in the mapping, reading it neither crashes nor hangs.
TEST_F(ReaderTest, SurvivesGarbage) {
  std::mt19937_64 random(1);
  trace.module(std::string("\0f.c\0f", 7), {switch_site}, {}, {{10, 0, 0}, {20, 1, 0}, {30, 1, 0}},
               {});
  for (int round = 0; round < 300; ++round) {
    Assignment inputs;
    inputs.set(pool.var_of(x()), Value::bits(32, random()));
    reader.prepare({inputs, {}});
    // The program's part needs a sound arena: damage is for the reader alone.
    trace.memory->reset_arena();
    for (int i = 0; i < 20; ++i) {
      trace.choice(CUTTLE_CHOICE_BRANCH, 1, x_equals(random()), 0);
      trace.choice(CUTTLE_CHOICE_SWITCH, 1, trace.input("x", 32), 0);
    }
    auto* bytes = reinterpret_cast<uint8_t*>(trace.memory->header());
    const uint64_t size = trace.memory->header()->total_size;
    for (int i = 0; i < 2000; ++i) bytes[random() % size] = static_cast<uint8_t>(random() % 8);
    if (round % 3 == 0)
      for (int i = 0; i < 20; ++i) bytes[random() % sizeof(CuttleTraceHeader)] = random();
    Execution execution;
    reader.read(execution);
    for (const auto& choice : execution.choices) EXPECT_TRUE(pool.sort(choice.condition).is_bool());
    read_outcome(trace.memory->header()->outcome);
  }
}

TEST(InputNames, AreUnderstoodInEveryWay) {
  const auto plain = possible_identities("x");
  EXPECT_EQ(plain, (std::vector<InputIdentity>{{"x", CUTTLE_NO_INDEX, 1}}));
  const auto second = possible_identities("x#2");
  EXPECT_NE(std::find(second.begin(), second.end(), InputIdentity{"x", CUTTLE_NO_INDEX, 2}),
            second.end());
  const auto element = possible_identities("a#2[3]");
  EXPECT_NE(std::find(element.begin(), element.end(), InputIdentity{"a", 3, 2}), element.end());
  EXPECT_EQ(to_string(InputIdentity{"a", 3, 2}), "a#2[3]");
}

TEST(TraceMemory, NobodyCanChangeItsSize) {
  TestTrace trace;
  EXPECT_NE(ftruncate(trace.memory->fd(), 0), 0);
  EXPECT_NE(ftruncate(trace.memory->fd(), 1 << 30), 0);
}

}  // namespace
}  // namespace cuttle
