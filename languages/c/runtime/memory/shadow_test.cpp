// SPDX-License-Identifier: Apache-2.0
#include "languages/c/runtime/memory/shadow.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "languages/c/runtime/testing/fake_trace.h"

namespace cuttle {
namespace {

uint8_t flag_of(const void* p) {
  return reinterpret_cast<const uint8_t*>(
      CUTTLE_FLAGS_BASE)[reinterpret_cast<uint64_t>(p) >> CUTTLE_GRANULE_SHIFT];
}

alignas(4096) uint8_t memory[3 * 4096];

TEST(Shadow, StoredNodeComesBackAtEveryWidthAndAlignment) {
  FakeTrace trace;
  for (uint32_t size : {1, 2, 4, 8}) {
    trace.begin_run();
    const uint32_t id = symbolic("x", 8 * size);
    for (uint32_t offset = 4080; offset < 4112; ++offset) {
      std::memset(memory, 0, sizeof memory);
      __cuttle_store(memory + offset, size, id);
      EXPECT_EQ(__cuttle_load(memory + offset, size), id);
      __cuttle_clear(memory + offset, size);
      EXPECT_EQ(__cuttle_load(memory + offset, size), 0u);
    }
  }
}

TEST(Shadow, FlagServesUnalignedAccess) {
  FakeTrace trace;
  const uint32_t id = symbolic("x", 8);
  uint8_t* const first = memory + 4096;
  __cuttle_store(first, 1, id);
  EXPECT_NE(flag_of(first), 0);
  EXPECT_NE(flag_of(first - 1), 0);  // an access that starts there may reach the byte
  EXPECT_NE(flag_of(first - 64), 0);
  EXPECT_EQ(flag_of(first - 65), 0);
  EXPECT_EQ(flag_of(first + 64), 0);
  __cuttle_clear(first, 1);
  EXPECT_EQ(flag_of(first), 0);
  EXPECT_EQ(flag_of(first - 64), 0);
}

TEST(Shadow, PartsFuse) {
  FakeTrace trace;
  std::memset(memory, 0, sizeof memory);
  const uint32_t id = symbolic("x", 32);
  __cuttle_store(memory, 4, id);
  const uint32_t low = __cuttle_load(memory, 2), high = __cuttle_load(memory + 2, 2);
  EXPECT_EQ(trace.node(low).op, CUTTLE_OP_EXTRACT);
  __cuttle_store(memory + 100, 2, low);
  __cuttle_store(memory + 102, 2, high);
  EXPECT_EQ(__cuttle_load(memory + 100, 4), id);
  // Byte by byte as well.
  for (int i = 0; i < 4; ++i) __cuttle_store(memory + 200 + i, 1, __cuttle_load(memory + i, 1));
  EXPECT_EQ(__cuttle_load(memory + 200, 4), id);
}

TEST(Shadow, ConcreteBytesAroundBecomeConstants) {
  FakeTrace trace;
  std::memset(memory, 0, sizeof memory);
  memory[1] = 0x7f;
  __cuttle_store(memory, 1, symbolic("x", 8));
  const uint32_t id = __cuttle_load(memory, 4);
  EXPECT_EQ(trace.node(id).width, 32);
  EXPECT_EQ(trace.node(id).value, 0x7f00u);
  // High zero bytes are a zero-extension.
  memory[1] = 0;
  EXPECT_EQ(trace.node(__cuttle_load(memory, 4)).op, CUTTLE_OP_ZEXT);
}

TEST(Shadow, NoticesForeignWrites) {
  FakeTrace trace;
  std::memset(memory, 0, sizeof memory);
  __cuttle_store(memory, 4, symbolic("x", 32));
  memory[1] = 9;  // as uninstrumented code would
  const uint32_t id = __cuttle_load(memory, 4);
  EXPECT_EQ(trace.node(id).value, 0x900u);
  EXPECT_EQ(cuttle_shadow_get(reinterpret_cast<uint64_t>(memory + 1)), 0u);
  EXPECT_EQ(trace.limitations(CUTTLE_REASON_OVERWRITTEN), 1u);
}

TEST(Shadow, CopiesOverlapping) {
  FakeTrace trace;
  for (int shift : {-70, -1, 1, 70}) {
    trace.begin_run();
    std::memset(memory, 0, sizeof memory);
    uint8_t* const from = memory + 1000;
    uint8_t* const to = from + shift;
    std::vector<uint32_t> ids;
    for (int i = 0; i < 200; ++i) {
      ids.push_back(i % 3 ? symbolic("x", 8) : 0);
      __cuttle_store(from + i, 1, ids.back());
    }
    __cuttle_memory_copy(to, from, 200, 0, 0, 0, 0);
    for (int i = 0; i < 200; ++i) EXPECT_EQ(__cuttle_load(to + i, 1), ids[i]) << shift << " " << i;
  }
}

// Random stores, clears and copies against a plain array of what each byte should be.
TEST(Shadow, AgreesWithModel) {
  FakeTrace trace;
  std::mt19937 random(1);
  std::memset(memory, 0, sizeof memory);
  std::vector<uint32_t> model(512);
  uint8_t* const base = memory + 4096 - 200;
  for (int step = 0; step < 20000; ++step) {
    const uint32_t at = random() % 400, size = 1 + random() % 100;
    switch (random() % 3) {
      case 0: {
        const uint32_t width = 1u << random() % 4, id = symbolic("x", 8 * width);
        __cuttle_store(base + at, width, id);
        for (uint32_t i = 0; i < width; ++i) model[at + i] = cuttle_entry(id, i);
        break;
      }
      case 1:
        __cuttle_clear(base + at, size);
        std::fill_n(model.begin() + at, size, 0);
        break;
      default: {
        const uint32_t from = random() % 400;
        const std::vector<uint32_t> copy(model.begin() + from, model.begin() + from + size);
        __cuttle_memory_copy(base + at, base + from, size, 0, 0, 0, 0);
        std::copy(copy.begin(), copy.end(), model.begin() + at);
      }
    }
  }
  for (uint32_t i = 0; i < model.size(); ++i)
    ASSERT_EQ(cuttle_shadow_get(reinterpret_cast<uint64_t>(base + i)), model[i]) << i;
  __cuttle_clear(base, model.size());
  for (uint32_t i = 0; i < model.size(); ++i) ASSERT_EQ(flag_of(base + i), 0) << i;
}

TEST(Shadow, ThreadsKeepApart) {
  FakeTrace trace;
  std::memset(memory, 0, sizeof memory);
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      const std::string name = "t" + std::to_string(t);
      uint8_t* const mine = memory + 16 * t;  // neighbours in one granule
      for (int i = 0; i < 5000; ++i) {
        uint64_t value;
        const uint32_t x = cuttle_new_input(name.c_str(), CUTTLE_NO_INDEX, i + 1, 32, "", &value);
        const uint32_t sum = __cuttle_binary(CUTTLE_OP_ADD, 32, x, 0, 0, 5);
        std::memcpy(mine, &trace.node(sum).value, 4);
        __cuttle_store(mine, 4, sum);
        wrong[t] += __cuttle_load(mine, 4) != sum;
        __cuttle_clear(mine, 4);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (int t = 0; t < 4; ++t) EXPECT_EQ(wrong[t], 0);
  EXPECT_EQ(flag_of(memory), 0);
  EXPECT_EQ(trace.limitations(CUTTLE_REASON_MISMATCH), 0u);
}

}  // namespace
}  // namespace cuttle
