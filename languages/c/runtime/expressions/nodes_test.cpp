// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <random>

#include "languages/c/runtime/testing/fake_trace.h"

namespace cuttle {
namespace {

TEST(Nodes, IdsAreStableAcrossRuns) {
  FakeTrace trace;
  auto run = [&](uint64_t value) {
    trace.begin_run({{"x", value}});
    const uint32_t x = symbolic("x", 32);
    return __cuttle_binary(CUTTLE_OP_MUL, 32, x, 0, 0, 7);
  };
  const uint32_t first = run(3);
  EXPECT_EQ(trace.node(first).value, 21u);
  const uint32_t made = trace.count(CUTTLE_AREA_NODES);
  EXPECT_EQ(run(5), first);
  EXPECT_EQ(trace.node(first).value, 35u);  // of this run
  EXPECT_EQ(trace.count(CUTTLE_AREA_NODES), made);
  cuttle_trace_reset_arena(trace.header());
  const uint32_t again = run(6);
  EXPECT_EQ(trace.node(again).value, 42u);
  EXPECT_LE(again, first);
}

TEST(Nodes, InputsAreKnownByNameAndOccurrence) {
  FakeTrace trace;
  trace.begin_run({{"x", 1}, {"y", 2}});
  trace.set("x", 11, 32, CUTTLE_NO_INDEX, 2);
  trace.set("x", 12, 64);
  int x;
  uint64_t wide;
  __cuttle_input(&x, sizeof x, "x", "int");
  EXPECT_EQ(x, 1);
  __cuttle_input(&wide, sizeof wide, "x", "unsigned long");
  EXPECT_EQ(wide, 12u);
  __cuttle_input(&x, sizeof x, "x", "int");
  EXPECT_EQ(x, 11);
  __cuttle_input(&x, sizeof x, "x", "int");
  EXPECT_EQ(x, 0);
  EXPECT_EQ(trace.count(CUTTLE_AREA_READS), 4u);
  EXPECT_EQ(trace.variables()[trace.read(3).variable].occurrence, 3u);
  EXPECT_STREQ(cuttle_string(trace.header(), trace.variables()[trace.read(3).variable].type),
               "int");
}

TEST(Nodes, ArraysStructsAndBooleans) {
  FakeTrace trace;
  short values[3];
  trace.set("values", 7, 16, 2);
  trace.header();
  __cuttle_input_array(values, 2, 3, "values", "short");
  EXPECT_EQ(values[2], 7);
  const uint32_t id = __cuttle_load(&values[2], 2);
  EXPECT_EQ(trace.node(id).op, CUTTLE_OP_VARIABLE);
  EXPECT_EQ(trace.variables()[trace.node(id).a].index, 2u);
  struct {
    char a;
    int b;
  } record;
  __cuttle_input(&record, sizeof record, "record", "");
  EXPECT_EQ(trace.count(CUTTLE_AREA_READS), 3u + sizeof record);
  bool flag;
  __cuttle_input(&flag, sizeof flag, "flag", "bool");
  const CuttleNode& node = trace.node(__cuttle_load(&flag, 1));
  EXPECT_EQ(node.op, CUTTLE_OP_ZEXT);
  EXPECT_EQ(trace.node(node.a).width, 1);
}

TEST(Nodes, Peepholes) {
  FakeTrace trace;
  const uint32_t x = symbolic("x", 32), c = symbolic("c", 1);
  auto binary = [&](uint32_t op, uint32_t a, uint64_t v, uint32_t width = 32) {
    return __cuttle_binary(op, width, a, 0, 0, v);
  };
  EXPECT_EQ(binary(CUTTLE_OP_ADD, x, 0), x);
  EXPECT_EQ(binary(CUTTLE_OP_AND, x, 0xffffffff), x);
  EXPECT_EQ(binary(CUTTLE_OP_AND, x, 0), 0u);  // concrete
  EXPECT_EQ(__cuttle_binary(CUTTLE_OP_XOR, 32, x, x, 0, 0), 0u);
  const uint32_t low = __cuttle_cast(CUTTLE_OP_EXTRACT, 32, 8, x);
  EXPECT_EQ(binary(CUTTLE_OP_AND, x, 0xff), __cuttle_cast(CUTTLE_OP_ZEXT, 8, 32, low));
  const uint32_t wide = __cuttle_cast(CUTTLE_OP_ZEXT, 1, 32, c);
  EXPECT_EQ(binary(CUTTLE_OP_NE, wide, 0), c);
  EXPECT_EQ(trace.node(binary(CUTTLE_OP_EQ, wide, 0)).op, CUTTLE_OP_NOT);
  EXPECT_EQ(binary(CUTTLE_OP_EQ, wide, 2), 0u);
  EXPECT_EQ(__cuttle_select(c, 0, 32, 0, 0, 1, 0), wide);
  EXPECT_EQ(__cuttle_extract(__cuttle_cast(CUTTLE_OP_SEXT, 32, 64, x), 0, 32), x);
  EXPECT_EQ(__cuttle_unary(CUTTLE_OP_NOT, 32, __cuttle_unary(CUTTLE_OP_NOT, 32, x, 0), 0), x);
  EXPECT_EQ(binary(CUTTLE_OP_ADD, 0, 5), 0u);
}

TEST(Nodes, WideConstants) {
  FakeTrace trace;
  const uint64_t words[2] = {1, 2};
  const uint32_t wide = __cuttle_constant(128, words);
  EXPECT_EQ(trace.node(wide).width, 128);
  const uint32_t x = __cuttle_cast(CUTTLE_OP_ZEXT, 64, 128, symbolic("x", 64));
  const uint32_t sum = __cuttle_binary(CUTTLE_OP_ADD, 128, x, wide, 0, 0);
  EXPECT_TRUE(trace.node(sum).flags & CUTTLE_NODE_NO_VALUE);
  alignas(16) uint8_t memory[16] = {};
  __cuttle_store(memory, 16, sum);
  EXPECT_EQ(__cuttle_load(memory, 16), sum);
  EXPECT_EQ(trace.node(__cuttle_load(memory + 8, 8)).op, CUTTLE_OP_EXTRACT);
}

template <class T>
uint64_t bits_of(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

// The runtime's value of each operation is the machine's.
template <class S, class U>
void check_integers() {
  constexpr uint32_t width = 8 * sizeof(U);
  std::mt19937_64 random(width);
  FakeTrace trace;
  for (int i = 0; i < 2000; ++i) {
    const U a = static_cast<U>(i % 5 ? random() : random() % 4 - 2);
    const U b = static_cast<U>(i % 3 ? random() : random() % 4 - 2);
    trace.begin_run({{"a", a}, {"b", b}}, width);
    const uint32_t x = symbolic("a", width), y = symbolic("b", width);
    auto value = [&](uint32_t op) {
      return trace.node(__cuttle_binary(op, width, x, y, 0, 0)).value;
    };
    const S sa = static_cast<S>(a), sb = static_cast<S>(b);
    EXPECT_EQ(value(CUTTLE_OP_ADD), static_cast<U>(a + b));
    EXPECT_EQ(value(CUTTLE_OP_SUB), static_cast<U>(a - b));
    EXPECT_EQ(value(CUTTLE_OP_MUL), static_cast<U>(uint64_t{a} * b));
    EXPECT_EQ(value(CUTTLE_OP_SLT), sa < sb);
    EXPECT_EQ(value(CUTTLE_OP_ULE), a <= b);
    if (b) {
      EXPECT_EQ(value(CUTTLE_OP_UDIV), static_cast<U>(a / b));
      EXPECT_EQ(value(CUTTLE_OP_UREM), static_cast<U>(a % b));
      if (sb != -1) {
        EXPECT_EQ(value(CUTTLE_OP_SDIV), static_cast<U>(sa / sb));
        EXPECT_EQ(value(CUTTLE_OP_SREM), static_cast<U>(sa % sb));
      }
    }
    if (b < width) {
      EXPECT_EQ(value(CUTTLE_OP_SHL), static_cast<U>(a << b));
      EXPECT_EQ(value(CUTTLE_OP_ASHR), static_cast<U>(sa >> b));
    }
  }
}

TEST(Nodes, EvaluatesIntegers) {
  check_integers<int8_t, uint8_t>();
  check_integers<int16_t, uint16_t>();
  check_integers<int32_t, uint32_t>();
  check_integers<int64_t, uint64_t>();
}

TEST(Nodes, EvaluatesFloats) {
  FakeTrace trace;
  std::mt19937_64 random(7);
  for (int i = 0; i < 2000; ++i) {
    const uint32_t a = static_cast<uint32_t>(random()), b = static_cast<uint32_t>(random());
    float x, y;
    std::memcpy(&x, &a, 4);
    std::memcpy(&y, &b, 4);
    trace.begin_run({{"a", a}, {"b", b}});
    const uint32_t p = symbolic("a", 32), q = symbolic("b", 32);
    auto value = [&](uint32_t op) { return trace.node(__cuttle_binary(op, 32, p, q, 0, 0)).value; };
    EXPECT_EQ(value(CUTTLE_OP_FLT), x < y);
    if (x != x || y != y) continue;
    const float sum = x + y, product = x * y, quotient = x / y;
    if (sum == sum) {
      EXPECT_EQ(value(CUTTLE_OP_FADD), bits_of(sum));
    }
    if (product == product) {
      EXPECT_EQ(value(CUTTLE_OP_FMUL), bits_of(product));
    }
    if (quotient == quotient) {
      EXPECT_EQ(value(CUTTLE_OP_FDIV), bits_of(quotient));
    }
    EXPECT_EQ(trace.node(__cuttle_cast(CUTTLE_OP_FTOF, 32, 64, p)).value, bits_of(double{x}));
    EXPECT_EQ(trace.node(__cuttle_cast(CUTTLE_OP_SIGNED_TO_F, 32, 64, p)).value,
              bits_of(static_cast<double>(static_cast<int32_t>(a))));
  }
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A loop that carries symbolic data for ten million steps ends soon, and says what it left out.
TEST(Bounds, TenMillionStepsOfData) {
  FakeTrace trace;
  const auto start = std::chrono::steady_clock::now();
  uint32_t x = symbolic("x", 32);
  for (int i = 0; i < 10'000'000; ++i) {
    x = __cuttle_binary(CUTTLE_OP_MUL, 32, x, 0, 0, 1664525);
    x = __cuttle_binary(CUTTLE_OP_ADD, 32, x, 0, 0, 12345);
    if (!x && !trace.header()->truncated) x = symbolic("x", 32);
  }
  EXPECT_LT(seconds_since(start), 20);
  EXPECT_TRUE(trace.header()->truncated);
  EXPECT_GT(trace.limitations(CUTTLE_REASON_EXPRESSION_SIZE), 0u);
  EXPECT_EQ(trace.limitations(CUTTLE_REASON_TRACE_FULL), 1u);
}

TEST(Bounds, TenMillionChoices) {
  FakeTrace trace;
  trace.header()->limits.choices = 1000;
  trace.begin_run();
  const auto start = std::chrono::steady_clock::now();
  const uint32_t x = symbolic("x", 32);
  for (uint32_t i = 0; i < 10'000'000; ++i)
    __cuttle_branch(__cuttle_binary(CUTTLE_OP_ULT, 32, 0, x, i, 0), 1, 0);
  EXPECT_LT(seconds_since(start), 10);
  EXPECT_EQ(trace.count(CUTTLE_AREA_RECORDS), 1000u);
  EXPECT_TRUE(trace.header()->truncated);
  EXPECT_EQ(trace.limitations(CUTTLE_REASON_DEPTH), 1u);
}

TEST(Choices, RecordsWhatTheRunDecided) {
  FakeTrace trace;
  trace.begin_run({{"x", 5}});
  const uint32_t x = symbolic("x", 32);
  const uint32_t less = __cuttle_binary(CUTTLE_OP_SLT, 32, x, 0, 0, 10);
  __cuttle_branch(less, 3, 1);
  __cuttle_switch(x, 4, 5, 2);
  __cuttle_check_division(CUTTLE_OP_SDIV, 32, 0, x, 7, 5, 5);
  ASSERT_EQ(trace.count(CUTTLE_AREA_RECORDS), 3u);
  EXPECT_EQ(trace.choice(0).condition, less);
  EXPECT_EQ(trace.choice(0).taken, 1u);
  EXPECT_EQ(trace.choice(1).kind, CUTTLE_CHOICE_SWITCH);
  EXPECT_EQ(trace.choice(2).kind, CUTTLE_CHOICE_CHECK);
  EXPECT_EQ(trace.choice(2).aux, CUTTLE_BUG_DIVISION_BY_ZERO);
  __cuttle_branch(less, 3, 0);  // contradicts the value of the node
  EXPECT_EQ(trace.count(CUTTLE_AREA_RECORDS), 3u);
  EXPECT_EQ(trace.limitations(CUTTLE_REASON_MISMATCH), 1u);
}

}  // namespace
}  // namespace cuttle
