// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/test_blob.h"

#include <gtest/gtest.h>

#include <random>

namespace cuttle {
namespace {

PortableTestCase sample() {
  return {{{"x", "int", "bv32", "4294967295"},
           {"f", "float", "float32", "0x7fc00000"},
           {"b", "_Bool", "Bool", "true"},
           {"n", "", "Int", "-123456789012345678901234567890"},
           {"zero", "int", "bv32", "0"},
           {"odd", "int", "bv64", "007"},
           {"max", "unsigned long", "bv64", "18446744073709551615"},
           {"empty", "", "", ""}},
          {{0, 1, 4000000000u}}};
}

TEST(TestBlob, ReadsBackExactly) {
  InputDictionary dictionary;
  PortableTestCase test = sample(), back;
  std::string bytes = encode_test(test, dictionary);
  ASSERT_TRUE(decode_test(bytes, dictionary, back));
  EXPECT_EQ(back, test);
  ASSERT_TRUE(decode_test(encode_test({}, dictionary), dictionary, back));
  EXPECT_EQ(back, PortableTestCase());
}

TEST(TestBlob, ArrayElementsCostTwoBytes) {
  InputDictionary dictionary;
  PortableTestCase test;
  for (int i = 0; i < 1000; ++i)
    test.inputs.push_back(
        {"stdin[" + std::to_string(i) + "]", "char", "bv8", std::to_string(i % 64)});
  EXPECT_LE(encode_test(test, dictionary).size(), 2004u);
}

TEST(TestBlob, TruncateForgetsWhatWasRolledBack) {
  InputDictionary dictionary;
  encode_test(sample(), dictionary);
  dictionary.truncate(1);
  EXPECT_EQ(dictionary.size(), 1u);
  EXPECT_EQ(dictionary.number({"b", "_Bool", "Bool", ""}, 1), 1u);
  EXPECT_EQ(dictionary.number({"x", "int", "bv32", ""}, 0), 0u);
}

TEST(TestBlob, OtherInputsThanTheLikelyOnesAreFound) {
  InputDictionary dictionary;
  dictionary.add("a", "int", "bv32");
  dictionary.add("b", "int", "bv32");
  for (const uint64_t likely : {0, 1, 2, 9}) {
    EXPECT_EQ(dictionary.number({"a", "int", "bv32", "7"}, likely), 0u);
    EXPECT_EQ(dictionary.number({"b", "int", "bv32", ""}, likely), 1u);
  }
  EXPECT_EQ(dictionary.number({"a", "int", "bv16", ""}, 0), 2u);
  EXPECT_EQ(dictionary.number({"a", "long", "bv32", ""}, 0), 3u);
  EXPECT_EQ(dictionary.number({"c", "int", "bv32", ""}, 0), 4u);
}

TEST(TestBlob, DamagedBytesAreRefusedWithoutHarm) {
  InputDictionary dictionary;
  const std::string good = encode_test(sample(), dictionary);
  PortableTestCase out;
  for (size_t length = 0; length < good.size(); ++length)
    EXPECT_FALSE(decode_test(good.substr(0, length), dictionary, out)) << length;
  EXPECT_FALSE(decode_test(good + "x", dictionary, out));
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = good;
    for (int changes = 1 + static_cast<int>(random() % 4); changes > 0; --changes)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    decode_test(bytes, dictionary, out);
    for (const NamedInput& input : out.inputs) ASSERT_LE(input.value.size(), bytes.size() + 20);
  }
}

}  // namespace
}  // namespace cuttle
