// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/floats.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace cuttle {
namespace {

constexpr RoundingMode nearest = RoundingMode::nearest_even;

double apply64(Op op, double a, double b = 0, double c = 0) {
  Value args[] = {Value::float64(a), Value::float64(b), Value::float64(c)};
  return float_apply_exact(op, Sort::floating(64), nearest, args).as_double();
}

bool same(double a, double b) {
  return Value::float64(a) == Value::float64(b);
}

double random_double(std::mt19937_64& engine) {
  switch (engine() % 4) {
    case 0:
      return std::bit_cast<double>(engine());
    case 1:
      return std::bit_cast<double>(engine() & 0x800fffffffffffffull);  // subnormal
    case 2:
      return static_cast<double>(static_cast<int64_t>(engine()) >> (engine() % 60));
    default:
      return std::ldexp(1 + static_cast<double>(engine() % 1024) / 1024,
                        static_cast<int>(engine() % 200) - 100);
  }
}

// The host is an independent implementation of IEEE 754.
TEST(Floats, AgreeWithTheHost) {
  std::mt19937_64 engine(1);
  for (int i = 0; i < 5000; ++i) {
    double a = random_double(engine), b = random_double(engine), c = random_double(engine);
    EXPECT_TRUE(same(apply64(Op::f_add, a, b), a + b)) << a << " " << b;
    EXPECT_TRUE(same(apply64(Op::f_sub, a, b), a - b)) << a << " " << b;
    EXPECT_TRUE(same(apply64(Op::f_mul, a, b), a * b)) << a << " " << b;
    EXPECT_TRUE(same(apply64(Op::f_div, a, b), a / b)) << a << " " << b;
    EXPECT_TRUE(same(apply64(Op::f_fma, a, b, c), std::fma(a, b, c))) << a << " " << b << " " << c;
    EXPECT_TRUE(same(apply64(Op::f_sqrt, a), std::sqrt(a))) << a;
    EXPECT_TRUE(same(apply64(Op::f_rem, a, b), std::fmod(a, b))) << a << " " << b;
    EXPECT_TRUE(same(apply64(Op::f_round, a), std::nearbyint(a))) << a;
    Value wide = Value::float64(a);
    EXPECT_TRUE(same(float_convert(wide, 32, nearest).as_double(), static_cast<float>(a))) << a;
    EXPECT_EQ(float_convert(float_convert(wide, 128, nearest), 64, nearest), wide);
    EXPECT_EQ(float_convert(float_convert(wide, 80, nearest), 64, nearest), wide);
    EXPECT_EQ(
        float_apply(Op::f_lt, Sort::boolean(), nearest, std::array{wide, Value::float64(b)}.data())
            .as_bool(),
        a < b);
  }
}

TEST(Floats, EightyBitsHaveTheIntegerBitOfX87) {
  std::mt19937_64 engine(2);
  for (int i = 0; i < 1000; ++i) {
    long double a = random_double(engine), b = random_double(engine);
    long double quotient = a / b;
    auto value = [](long double x) {
      uint8_t bytes[sizeof(long double)];
      std::memcpy(bytes, &x, sizeof bytes);
      return Value::floating(80, Value::from_bytes({bytes, 10}));
    };
    Value args[] = {value(a), value(b)};
    EXPECT_EQ(float_apply(Op::f_div, Sort::floating(80), nearest, args), value(quotient));
  }
}

TEST(Floats, WhatIsLeftOpenIsFixed) {
  Value zeros[] = {Value::float32(0.0f), Value::float32(-0.0f)};
  EXPECT_EQ(float_apply(Op::f_min, Sort::floating(32), nearest, zeros), zeros[1]);
  EXPECT_EQ(float_apply(Op::f_max, Sort::floating(32), nearest, zeros), zeros[0]);
  Value nan_first[] = {Value::float32(NAN), Value::float32(3)};
  EXPECT_EQ(float_apply(Op::f_min, Sort::floating(32), nearest, nan_first), nan_first[1]);
  Value large = Value::float64(3e9);
  EXPECT_EQ(float_apply(Op::f_to_signed, Sort::bits(32), nearest, &large),
            Value::bits(32, 0x80000000));
  EXPECT_EQ(float_apply(Op::f_to_unsigned, Sort::bits(32), nearest, &large),
            Value::bits(32, 3000000000));
  Value negative = Value::float64(-1);
  EXPECT_EQ(float_apply(Op::f_to_unsigned, Sort::bits(16), nearest, &negative),
            Value::bits(16, 0xffff));
}

}  // namespace
}  // namespace cuttle
