// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace cuttle {
namespace {

TEST(Value, BitsAreNormalised) {
  EXPECT_EQ(Value::bits(8, 0x1ff), Value::bits(8, 0xff));
  EXPECT_EQ(Value::bits(8, mpz_class(-1)), Value::bits(8, 0xff));
  EXPECT_EQ(Value::bits(8, 0xff).as_signed(), -1);
  EXPECT_EQ(Value::bits(100, mpz_class(-1)).as_signed(), -1);
  EXPECT_EQ(Value::bits(100, 5).as_unsigned(), 5);
}

TEST(Value, BytesAreLittleEndian) {
  const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  EXPECT_EQ(Value::from_bytes({bytes, 2}), Value::bits(16, 0x0201));
  EXPECT_EQ(Value::from_bytes(bytes).to_bytes(), std::vector<uint8_t>(bytes, bytes + 9));
  EXPECT_EQ(Value::bits(12, 0xabc).to_bytes(), (std::vector<uint8_t>{0xbc, 0x0a}));
}

TEST(Value, TextRoundTrips) {
  std::vector<Value> values = {Value::boolean(true),
                               Value::bits(32, 4000000000u),
                               Value::bits(128, mpz_class(-3)),
                               Value::integer(int64_t{-17}),
                               Value::integer(mpz_class("123456789012345678901234567890")),
                               Value::float32(-0.0f),
                               Value::float64(1.5),
                               Value::float64(std::nan("")),
                               Value::zero(Sort::floating(128))};
  for (const Value& value : values) {
    Value back;
    ASSERT_TRUE(parse_value(value.sort(), value.to_text(), back)) << value.to_text();
    EXPECT_EQ(back, value);
    Sort sort;
    ASSERT_TRUE(parse_sort(to_string(value.sort()), sort));
    EXPECT_EQ(sort, value.sort());
  }
  Value out;
  EXPECT_FALSE(parse_value(Sort::bits(8), "256", out));
  EXPECT_FALSE(parse_value(Sort::bits(8), "-1", out));
  EXPECT_FALSE(parse_value(Sort::bits(8), "", out));
  EXPECT_FALSE(parse_value(Sort::boolean(), "1", out));
  EXPECT_FALSE(parse_value(Sort::floating(32), "1.5", out));
  EXPECT_FALSE(parse_value(Sort::integer(), "-", out));
}

TEST(Value, ThereIsOneNaN) {
  EXPECT_EQ(Value::floating(32, Value::bits(32, 0xffc12345)), Value::float32(NAN));
  EXPECT_EQ(Value::float32(NAN).low64(), 0x7fc00000u);
  EXPECT_NE(Value::float32(0.0f), Value::float32(-0.0f));
  EXPECT_EQ(Value::float32(0.1f).as_double(), static_cast<double>(0.1f));
}

}  // namespace
}  // namespace cuttle
