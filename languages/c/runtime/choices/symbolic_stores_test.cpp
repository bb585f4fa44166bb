// SPDX-License-Identifier: Apache-2.0
#include "languages/c/runtime/choices/symbolic_stores.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "languages/c/runtime/expressions/ranges.h"
#include "languages/c/runtime/memory/objects.h"
#include "languages/c/runtime/testing/fake_trace.h"

namespace cuttle {
namespace {

struct Pair {
  int first, second;
};

constexpr uint32_t pairs = 5, indices = 3;
Pair table[pairs];

// &table[index].first or .second, as a getelementptr makes it.
uint32_t member_address(uint32_t index, bool second) {
  const uint32_t wide = __cuttle_cast(CUTTLE_OP_ZEXT, 32, 64, index);
  const uint32_t offset = __cuttle_binary(CUTTLE_OP_MUL, 64, wide, 0, 0, sizeof(Pair));
  const uint64_t base = reinterpret_cast<uint64_t>(table) + (second ? sizeof(int) : 0);
  return __cuttle_binary(CUTTLE_OP_ADD, 64, 0, offset, base, 0);
}

int& member(uint64_t at, bool second) {
  return second ? table[at].second : table[at].first;
}

void store(uint32_t index, uint64_t at, bool second, uint32_t id, int value) {
  __cuttle_store_symbolic(member_address(index, second), &member(at, second), sizeof(int), id,
                          static_cast<uint32_t>(value), table, sizeof table, 1);
  member(at, second) = value;
}

uint32_t load(uint32_t index, uint64_t at, bool second) {
  return __cuttle_load_symbolic(member_address(index, second), &member(at, second), sizeof(int),
                                table, sizeof table, 1);
}

class SymbolicStores : public ::testing::Test {
 protected:
  void begin(std::vector<uint64_t> values) {
    values_ = std::move(values);
    std::map<std::string, uint64_t> inputs;
    for (uint32_t i = 0; i < indices; ++i) inputs["i" + std::to_string(i)] = values_[i];
    trace_.begin_run(inputs);
    for (uint32_t i = 0; i < indices; ++i)
      index_[i] = symbolic(("i" + std::to_string(i)).c_str(), 32);
    for (Pair& pair : table) pair = {7, 7};
  }

  FakeTrace trace_;
  std::vector<uint64_t> values_;
  uint32_t index_[indices] = {};
};

TEST_F(SymbolicStores, ALoadComparesWithTheIndexOfTheStore) {
  begin({2, 3, 0});
  store(index_[0], 2, false, 0, 42);
  const CuttleNode& node = trace_.node(load(index_[1], 3, false));
  ASSERT_EQ(node.op, CUTTLE_OP_ITE);
  EXPECT_EQ(trace_.node(node.a).op, CUTTLE_OP_EQ);
  EXPECT_EQ(trace_.node(node.b).value, 42u);
  EXPECT_EQ(trace_.node(node.c).value, 7u) << "no table is left";
  EXPECT_EQ(load(index_[0], 2, false), 0u) << "at the same index it is the number that was stored";
}

TEST_F(SymbolicStores, MembersAreApart) {
  begin({2, 3, 0});
  store(index_[0], 2, false, 0, 42);
  EXPECT_EQ(load(index_[1], 3, true), 0u) << "the other member is concrete everywhere";
  EXPECT_NE(__cuttle_load(&table[4].first, sizeof(int)), 0u);
  EXPECT_EQ(__cuttle_load(&table[4].second, sizeof(int)), 0u);
}

// Random sequences of stores, each under all inputs: the same expressions every time, with the
// values of the memory.
TEST_F(SymbolicStores, AgreeWithMemoryForAllInputs) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::vector<uint32_t> expected, expected_numbers;
    for (uint64_t input = 0; input < pairs * pairs * pairs; ++input) {
      begin({input % pairs, input / pairs % pairs, input / pairs / pairs});
      std::mt19937 random(seed);
      std::vector<uint32_t> seen, numbers;
      for (unsigned step = 0; step < 12; ++step) {
        const uint32_t which = random() % indices, kind = random() % 6;
        const bool second = random() % 2 == 0;
        const int value = static_cast<int>(random() % 3);
        const uint64_t at = values_[which];
        if (kind < 3) {
          store(index_[which], at, second, 0, value);
        } else if (kind == 3) {
          store(index_[which], at, second, index_[(which + 1) % indices],
                static_cast<int>(values_[(which + 1) % indices]));
        } else if (kind == 4) {
          const uint64_t fixed = random() % pairs;
          member(fixed, second) = value;
          __cuttle_store(&member(fixed, second), sizeof(int), 0);
        } else {
          const uint32_t id = load(index_[which], at, second);
          seen.push_back(id);
          if (id == 0) {  // a number is the same for all inputs
            numbers.push_back(static_cast<uint32_t>(member(at, second)));
            continue;
          }
          ASSERT_EQ(trace_.node(id).value, static_cast<uint32_t>(member(at, second)))
              << "seed " << seed << ", input " << input << ", step " << step;
        }
      }
      if (input == 0) expected = seen, expected_numbers = numbers;
      ASSERT_EQ(seen, expected) << "seed " << seed << ", input " << input;
      ASSERT_EQ(numbers, expected_numbers) << "seed " << seed << ", input " << input;
    }
  }
}

TEST(KnownLowBits, FollowSums) {
  FakeTrace trace;
  const uint32_t x = symbolic("x", 64);
  const uint32_t scaled = __cuttle_binary(CUTTLE_OP_SHL, 64, x, 0, 0, 4);
  const uint32_t member = __cuttle_binary(CUTTLE_OP_ADD, 64, scaled, 0, 0, 24);
  uint64_t low = 0;
  EXPECT_EQ(cuttle_known_low_bits(member, &low), 4u);
  EXPECT_EQ(low, 8u);
  EXPECT_EQ(cuttle_known_low_bits(scaled, &low), 4u);
  EXPECT_EQ(low, 0u);
  EXPECT_EQ(cuttle_known_low_bits(x, &low), 0u);
}

}  // namespace
}  // namespace cuttle
