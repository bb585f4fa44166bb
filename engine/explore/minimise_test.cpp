// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/minimise.h"

#include <gtest/gtest.h>

#include <cctype>

namespace cuttle {
namespace {

class MinimiseTest : public testing::Test {
 protected:
  VarId variable(const std::string& name, unsigned width, const std::string& type, uint64_t value,
                 InputRole role = InputRole::number) {
    const VarId v = pool.variables_of(pool.variable(name, Sort::bits(width), type)).front();
    pool.set_role(v, role);
    test.inputs.set(v, Value::bits(width, value));
    return v;
  }
  static uint64_t get(const Assignment& inputs, VarId v) {
    return inputs.has(v) ? inputs.get(v)->low64() : 0;
  }

  ExprPool pool;
  TestCase test;
  unsigned runs = 0;
};

TEST_F(MinimiseTest, WhatDoesNotMatterBecomesZero) {
  const VarId x = variable("x", 32, "int", 77), y = variable("y", 32, "int", 5);
  const TestCase simpler = minimise(
      pool, test,
      [&](const TestCase& t) -> std::optional<Assignment> {
        ++runs;
        if (get(t.inputs, x) < 10) return {};
        return t.inputs;
      },
      200);
  EXPECT_EQ(get(simpler.inputs, x), 10u);
  EXPECT_EQ(get(simpler.inputs, y), 0u);
  EXPECT_LE(runs, 200u);
}

TEST_F(MinimiseTest, FloatsBecomeWholeOrShort) {
  const auto simplest = [&](double start, double least, double most) {
    ExprPool floats;
    const VarId x = floats.variables_of(floats.variable("x", Sort::floating(64), "double")).front();
    TestCase given;
    given.inputs.set(x, Value::float64(start));
    const TestCase simpler = minimise(
        floats, given,
        [&](const TestCase& t) -> std::optional<Assignment> {
          const double value = t.inputs.get(x)->as_double();
          if (value < least || value > most) return {};
          return t.inputs;
        },
        200);
    return simpler.inputs.get(x)->as_double();
  };
  EXPECT_EQ(simplest(2147483648.0, 2.5, 1e300), 3.0);
  EXPECT_EQ(simplest(-77.123456789, -1e9, 1e9), 0.0);
  EXPECT_EQ(simplest(-98784247807.937, -1e11, -2e10) <= -2e10, true);
  EXPECT_EQ(simplest(3.7499999999999996, 3.25, 3.75), 3.7);
}

TEST_F(MinimiseTest, CharactersBecomeLetters) {
  const VarId a = variable("a", 8, "char", 200, InputRole::character),
              b = variable("b", 8, "char", 200, InputRole::character),
              c = variable("c", 8, "char", 77, InputRole::character),
              n = variable("n", 8, "unsigned char", 9);
  const TestCase simpler = minimise(
      pool, test,
      [&](const TestCase& t) -> std::optional<Assignment> {
        const uint64_t value = get(t.inputs, a);
        if (value != get(t.inputs, b) || value == 0 || get(t.inputs, c) == value ||
            get(t.inputs, c) == 0 || get(t.inputs, n) == 0)
          return {};
        return t.inputs;
      },
      200);
  EXPECT_EQ(get(simpler.inputs, a), get(simpler.inputs, b));
  EXPECT_NE(get(simpler.inputs, a), get(simpler.inputs, c));
  EXPECT_TRUE(std::isprint(static_cast<int>(get(simpler.inputs, c))));
  EXPECT_EQ(get(simpler.inputs, n), 1u);
}

TEST_F(MinimiseTest, LowerSymbolsAreSimplerThanHigherOnes) {
  const VarId x = variable("x", 3, "tag", 7, InputRole::name);
  const TestCase simpler = minimise(
      pool, test,
      [&](const TestCase& t) -> std::optional<Assignment> {
        if (get(t.inputs, x) < 2) return {};
        return t.inputs;
      },
      200);
  EXPECT_EQ(get(simpler.inputs, x), 2u);
}

TEST_F(MinimiseTest, NegativeNumbersComeNearToZero) {
  const VarId x = variable("x", 8, "signed char", 0x80);
  const TestCase simpler = minimise(
      pool, test,
      [&](const TestCase& t) -> std::optional<Assignment> {
        if (static_cast<int8_t>(get(t.inputs, x)) > -3) return {};
        return t.inputs;
      },
      200);
  EXPECT_EQ(get(simpler.inputs, x), 0xfdu);
}

// A list of three objects, of which the bug needs the key of the last one only.
TEST_F(MinimiseTest, ObjectsAreSkipped) {
  const VarId list = variable("list", 64, "struct node *", 0x1000, InputRole::pointer);
  VarId next[4] = {}, key[4] = {};
  for (unsigned i = 1; i <= 3; ++i) {
    next[i] = variable("node" + std::to_string(i) + ".next", 64, "struct node *",
                       i < 3 ? 0x1000 * (i + 1) : 0);
    key[i] = variable("node" + std::to_string(i) + ".key", 32, "int", i);
  }
  const TestCase simpler = minimise(
      pool, test,
      [&](const TestCase& t) -> std::optional<Assignment> {
        Assignment read;
        bool fails = false;
        unsigned steps = 0;
        read.set(list, Value::bits(64, get(t.inputs, list)));
        for (uint64_t at = get(t.inputs, list); at != 0; at = get(t.inputs, next[at / 0x1000])) {
          read.set(next[at / 0x1000], Value::bits(64, get(t.inputs, next[at / 0x1000])));
          read.set(key[at / 0x1000], Value::bits(32, get(t.inputs, key[at / 0x1000])));
          fails = fails || get(t.inputs, key[at / 0x1000]) == 3;
          if (++steps > 3) return {};  // a ring
        }
        if (!fails) return {};
        return read;
      },
      200);
  EXPECT_EQ(get(simpler.inputs, list), 0x3000u);
  EXPECT_FALSE(simpler.inputs.has(key[1]));
  EXPECT_FALSE(simpler.inputs.has(key[2]));
}

TEST_F(MinimiseTest, TheNumberOfRunsIsBounded) {
  const VarId x = variable("x", 64, "long", ~uint64_t{0} / 3);
  minimise(
      pool, test,
      [&](const TestCase& t) -> std::optional<Assignment> {
        ++runs;
        if (get(t.inputs, x) < 1000) return {};
        return t.inputs;
      },
      7);
  EXPECT_EQ(runs, 7u);
}

}  // namespace
}  // namespace cuttle
