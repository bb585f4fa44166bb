// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/modelling.h"
#include "languages/c/runtime/testing/fake_trace.h"

namespace cuttle {
namespace {

class Compare : public testing::Test {
 protected:
  // A symbolic string in an object of `size` bytes.
  char* text(const char* name, const std::string& value, size_t size) {
    auto* p = static_cast<char*>(cuttle_heap_allocate(size, 0, 1));
    for (uint32_t i = 0; i < value.size(); ++i)
      trace_.set(name, static_cast<unsigned char>(value[i]), 8, i);
    __cuttle_input_array(p, 1, size, name, "char");
    return p;
  }
  // The node of the last result.
  uint32_t result() { return __cuttle_thread.results_from ? __cuttle_thread.results[0] : 0; }
  uint32_t is_zero() { return __cuttle_binary(CUTTLE_OP_EQ, 32, result(), 0, 0, 0); }

  FakeTrace trace_;
};

TEST_F(Compare, KeywordIsOneChoice) {
  char* s = text("s", "magib", 8);
  EXPECT_LT(__cuttle_model_strcmp(s, "magic"), 0);
  EXPECT_EQ(trace_.node(result()).value, 0xffffffffu);
  EXPECT_EQ(trace_.count(CUTTLE_AREA_RECORDS), 0u);
  // Equality is a conjunction of equalities, six of them with the end.
  uint32_t id = is_zero();
  int equalities = 1;
  for (; trace_.node(id).op == CUTTLE_OP_AND; id = trace_.node(id).b) {
    EXPECT_EQ(trace_.node(trace_.node(id).a).op, CUTTLE_OP_EQ);
    ++equalities;
  }
  EXPECT_EQ(trace_.node(id).op, CUTTLE_OP_EQ);
  EXPECT_EQ(equalities, 6);
}

TEST_F(Compare, StopsAtConcreteDifference) {
  char* s = text("s", "ab", 8);
  std::memcpy(s + 1, "XY", 3);
  __cuttle_clear(s + 1, 3);
  EXPECT_GT(__cuttle_model_strcmp("aZ", s), 0);
  EXPECT_EQ(trace_.node(result()).value, static_cast<uint64_t>('Z' - 'X'));
}

TEST_F(Compare, TwoSymbolicStrings) {
  char *s = text("s", "ab", 4), *t = text("t", "ab", 4);
  EXPECT_EQ(__cuttle_model_strcmp(s, t), 0);
  EXPECT_EQ(trace_.node(result()).value, 0u);
  EXPECT_EQ(__cuttle_model_strncmp(s, t, 1), 0);
  EXPECT_EQ(trace_.node(result()).value, 0u);
}

// One for each byte that was read, or a flip of the last would meet the choices of other bytes.
TEST_F(Compare, EndOfUnknownMemoryIsAChoice) {
  char s[4];
  trace_.set("u", 'a', 8, 0);
  __cuttle_input_array(s, 1, 4, "u", "char");
  EXPECT_LT(__cuttle_model_strcmp(s, "abc"), 0);
  ASSERT_EQ(trace_.count(CUTTLE_AREA_RECORDS), 2u);
  EXPECT_EQ(trace_.choice(0).kind, CUTTLE_CHOICE_BRANCH);
  EXPECT_EQ(trace_.choice(0).taken, 0u);
  EXPECT_EQ(trace_.choice(1).taken, 1u);
}

TEST_F(Compare, IgnoringCase) {
  char* s = text("s", "HeLLo", 8);
  EXPECT_EQ(__cuttle_model_strcasecmp(s, "hEllO"), 0);
  EXPECT_EQ(trace_.node(result()).value, 0u);
  EXPECT_EQ(trace_.count(CUTTLE_AREA_RECORDS), 0u);
}

TEST_F(Compare, MemoryOfAnyLength) {
  char* s = text("s", std::string(1000, 'x'), 1000);
  const std::string same(1000, 'x');
  EXPECT_EQ(__cuttle_model_memcmp(s, same.data(), 1000), 0);
  EXPECT_EQ(trace_.node(is_zero()).op, CUTTLE_OP_AND);
}

}  // namespace
}  // namespace cuttle
