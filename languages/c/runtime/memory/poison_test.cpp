// SPDX-License-Identifier: Apache-2.0
#include "languages/c/runtime/memory/poison.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/memory/heap.h"

namespace {

// As instrumented code looks.
bool may_touch(uint64_t address) {
  const uint8_t poison = *cuttle_poison_at(address);
  return poison == 0 || address % 8 < (poison < 8 ? poison : 0);
}

uint64_t address_of(const void* p) {
  return reinterpret_cast<uint64_t>(p);
}

TEST(Poison, EndsInTheMiddleOfAUnit) {
  cuttle_map_shadow();
  alignas(8) static char bytes[64];
  const uint64_t at = address_of(bytes);
  cuttle_poison(at, 64, CUTTLE_POISON_GLOBAL);
  cuttle_unpoison(at, 13);
  for (uint64_t i = 0; i < 64; ++i) EXPECT_EQ(may_touch(at + i), i < 13) << i;
  cuttle_poison(at + 5, 11, CUTTLE_POISON_GLOBAL);
  for (uint64_t i = 0; i < 64; ++i) EXPECT_EQ(may_touch(at + i), i < 5) << i;
  cuttle_unpoison(at, 64);
}

TEST(Poison, KnowsTheHeap) {
  cuttle_map_shadow();
  for (const size_t size : {0u, 1u, 10u, 16u, 100u, 5000u, 1000000u}) {
    auto* p = static_cast<char*>(cuttle_heap_allocate(size, 0, 0));
    const uint64_t at = address_of(p), end = at + (size ? size : 1);
    EXPECT_TRUE(may_touch(at));
    EXPECT_TRUE(may_touch(end - 1));
    EXPECT_FALSE(may_touch(end)) << size;
    p = static_cast<char*>(cuttle_heap_resize(p, size + 3));
    EXPECT_TRUE(may_touch(address_of(p) + size + 2));
    EXPECT_FALSE(may_touch(address_of(p) + size + 3)) << size;
    cuttle_heap_release(p);
    EXPECT_FALSE(may_touch(address_of(p))) << size;
  }
}

TEST(Poison, ForgetsFramesThatAreGone) {
  cuttle_map_shadow();
  alignas(64) static char stack[1 << 16];
  const uint64_t end = address_of(stack + sizeof(stack));
  cuttle_poison(end - 4096, 64, CUTTLE_POISON_STACK_LEFT);
  cuttle_poison(end - 64, 32, CUTTLE_POISON_STACK_LEFT);
  cuttle_forget_stack_below(end - 128);
  EXPECT_TRUE(may_touch(end - 4096));
  EXPECT_FALSE(may_touch(end - 64));
  cuttle_unpoison(end - 64, 32);
}

}  // namespace
