// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/float_range.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "engine/expr/floats.h"
#include "engine/expr/pool.h"
#include "engine/solver/factory.h"

namespace cuttle {
namespace {

// Patterns near everything that is special, and any others.
std::vector<uint64_t> samples(unsigned width, std::mt19937_64& random) {
  const FloatFormat format = float_format(width);
  const uint64_t infinity = low_mask(format.exponent) << (format.significand - 1);
  const uint64_t sign = uint64_t{1} << (width - 1);
  std::vector<uint64_t> result;
  for (uint64_t at : {uint64_t{0}, uint64_t{1}, infinity - 1, infinity,
                      std::bit_cast<uint64_t>(1.0) >> (64 - width)}) {
    result.push_back(at);
    result.push_back(at | sign);
  }
  for (int i = 0; i < 6; ++i) result.push_back(random() & low_mask(width));
  return result;
}

Value as_value(Sort sort, uint64_t bits) {
  const Value plain = Value::bits(sort.width, bits);
  return sort.is_float() ? float_apply(Op::f_from_bits, sort, RoundingMode::nearest_even, &plain)
                         : plain;
}

struct Operation {
  Op op;
  Sort argument, result;
  bool is_binary = false;
};

std::vector<Operation> operations() {
  const Sort f = Sort::floating(32), d = Sort::floating(64), truth = Sort::boolean();
  std::vector<Operation> all;
  for (Sort s : {f, d}) {
    for (Op op : {Op::f_add, Op::f_sub, Op::f_mul, Op::f_div}) all.push_back({op, s, s, true});
    for (Op op : {Op::f_eq, Op::f_lt, Op::f_le}) all.push_back({op, s, truth, true});
    for (Op op : {Op::f_is_nan, Op::f_is_inf}) all.push_back({op, s, truth});
    for (Op op : {Op::f_neg, Op::f_abs, Op::f_sqrt}) all.push_back({op, s, s});
    for (unsigned width : {8, 32, 64})
      for (Op op : {Op::f_from_signed, Op::f_from_unsigned})
        all.push_back({op, Sort::bits(width), s});
    all.push_back({Op::f_to_float, f, s});
    all.push_back({Op::f_to_float, d, s});
    all.push_back({Op::f_to_bits, s, Sort::bits(s.width)});
    all.push_back({Op::f_from_bits, Sort::bits(s.width), s});
  }
  return all;
}

uint64_t bits_of(const Value& value) {
  return value.low64();
}

// Whatever the ranges of the arguments, the result of values within them is within its range.
TEST(FloatRange, LosesNoValue) {
  std::mt19937_64 random(5);
  for (const Operation& operation : operations()) {
    for (int round = 0; round < 60; ++round) {
      const unsigned width = operation.argument.width;
      const auto values = samples(width == 8 ? 64 : width, random);
      const auto pick = [&] { return values[random() % values.size()] & low_mask(width); };
      std::vector<uint64_t> points(6);
      for (uint64_t& point : points) {
        const Value value = as_value(operation.argument, pick());
        point = bits_of(value);
      }
      const auto span = [&](size_t from) {
        Range range = Range::constant(width, points[from]);
        for (size_t i = from; i < from + 3; ++i)
          range = Range::join(range, Range::constant(width, points[i]));
        return range;
      };
      const Range a = span(0), b = operation.is_binary ? span(3) : Range::full(1);
      const unsigned out = operation.result.is_bool() ? 1 : operation.result.width;
      const Range range = float_range_forward(operation.op, out, 0, operation.argument, a, b);
      for (size_t i = 0; i < 3; ++i) {
        for (size_t k = 3; k < 6; ++k) {
          const Value args[] = {as_value(operation.argument, points[i]),
                                as_value(operation.argument, points[k])};
          const Value result =
              float_apply(operation.op, operation.result, RoundingMode::nearest_even, args);
          EXPECT_TRUE(range.contains(bits_of(result)))
              << static_cast<int>(operation.op) << " of " << std::hex << points[i] << ", "
              << points[k] << " is " << bits_of(result);
        }
      }
    }
  }
}

TEST(FloatRange, IsUsedWhereNothingIsNegative) {
  const Sort d = Sort::floating(64);
  const auto bits = [](double x) { return std::bit_cast<uint64_t>(x); };
  const Range digits = float_range_forward(Op::f_from_unsigned, 64, 0, Sort::bits(32),
                                           Range::between(32, 5, 999), Range::full(1));
  EXPECT_EQ(digits, Range::between(64, bits(5), bits(999)));
  EXPECT_EQ(float_range_forward(Op::f_div, 64, 0, d, digits, Range::constant(64, bits(100))),
            Range::between(64, bits(0.05), bits(9.99)));
  EXPECT_EQ(float_range_forward(Op::f_is_inf, 1, 0, d, digits, Range::full(1)),
            Range::constant(1, 0));
  EXPECT_EQ(float_range_forward(Op::f_lt, 1, 0, d, digits, Range::constant(64, bits(1000))),
            Range::constant(1, 1));
  EXPECT_EQ(float_range_forward(Op::f_mul, 64, static_cast<uint32_t>(RoundingMode::up), d, digits,
                                digits),
            Range::full(64));
}

// What a parser of numbers asks: is 12.34 finite? Neither SAT nor Z3 is needed for the answer.
TEST(FloatRange, RefutesThatAShortNumberIsInfinite) {
  ExprPool pool;
  const ExprId digits = pool.variable("digits", Sort::bits(32));
  const ExprId limit = pool.constant(Value::bits(32, 10'000));
  const ExprId number = pool.make(Op::f_from_unsigned, Sort::floating(64), {&digits, 1});
  const ExprId hundredth = pool.binary(Op::f_div, number, pool.constant(Value::float64(100)));
  const ExprId negative = pool.unary(Op::f_neg, hundredth);
  const ExprId magnitude =
      pool.binary(Op::bv_and, pool.make(Op::f_to_bits, Sort::bits(64), {&negative, 1}),
                  pool.constant(Value::bits(64, INT64_MAX)));
  const ExprId is_finite =
      pool.binary(Op::bv_ult, magnitude,
                  pool.constant(Value::bits(64, std::bit_cast<uint64_t>(double(INFINITY)))));
  auto solver = make_solver(pool, {});
  const std::vector<ExprId> prefix{pool.binary(Op::bv_ult, digits, limit)};
  const Assignment hint;
  EXPECT_EQ(solver->check({.prefix = prefix, .goal = pool.not_(is_finite), .hint = &hint}).answer,
            Answer::unsat);
  EXPECT_EQ(solver->statistics().layers.at("word.ranges_unsat"), 1u);
}

}  // namespace
}  // namespace cuttle
