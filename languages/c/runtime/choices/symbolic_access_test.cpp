// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <cstring>
#include <vector>

#include "languages/c/runtime/expressions/ranges.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/memory/objects.h"
#include "languages/c/runtime/testing/fake_trace.h"

namespace cuttle {
namespace {

// base + index * scale, as a getelementptr makes it.
uint32_t address_node(const void* base, uint32_t index, uint32_t scale) {
  const uint32_t wide = __cuttle_cast(CUTTLE_OP_SEXT, 32, 64, index);
  const uint32_t offset = __cuttle_binary(CUTTLE_OP_MUL, 64, wide, 0, 0, scale);
  return __cuttle_binary(CUTTLE_OP_ADD, 64, 0, offset, reinterpret_cast<uint64_t>(base), 0);
}

template <class T>
uint32_t load(const T* base, uint32_t index, uint64_t value, const void* object = nullptr,
              uint64_t size = 0) {
  return __cuttle_load_symbolic(address_node(base, index, sizeof(T)), base + value, sizeof(T),
                                object, size, 1);
}

template <class T>
void store(T* base, uint32_t index, uint64_t at, uint32_t id, T value, const void* object,
           uint64_t size) {
  __cuttle_store_symbolic(address_node(base, index, sizeof(T)), base + at, sizeof(T), id,
                          static_cast<uint64_t>(value), object, size, 1);
  base[at] = value;
}

TEST(SymbolicLoad, IsALookUpWithOneIndexPerElement) {
  FakeTrace trace;
  static const int table[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
  trace.begin_run({{"i", 3}});
  const uint32_t i = symbolic("i", 32);
  const CuttleNode& node = trace.node(load(table, i, 3, table, sizeof table));
  EXPECT_EQ(node.op, CUTTLE_OP_LOOKUP);
  EXPECT_EQ(node.width, 32);
  EXPECT_EQ(node.value, 9u);
  EXPECT_EQ(trace.node(node.a).op, CUTTLE_OP_EXTRACT);  // of i itself: no multiplication is left
  EXPECT_EQ(trace.node(node.a).a, i);
  EXPECT_EQ(trace.node(node.a).width, 4);
  ASSERT_EQ(trace.count(CUTTLE_AREA_RECORDS), 1u);
  EXPECT_EQ(trace.choice(0).kind, CUTTLE_CHOICE_CHECK);
  EXPECT_EQ(trace.choice(0).aux, CUTTLE_BUG_OUT_OF_BOUNDS);
  EXPECT_EQ(trace.limitations(CUTTLE_REASON_SYMBOLIC_ADDRESS), 0u);
}

TEST(SymbolicLoad, SameTableIsMadeOnce) {
  FakeTrace trace;
  static const int table[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
  trace.begin_run({{"i", 3}, {"j", 5}});
  const uint32_t i = symbolic("i", 32), j = symbolic("j", 32);
  const uint32_t first = load(table, i, 3, table, sizeof table);
  const uint32_t second = load(table, j, 5, table, sizeof table);
  EXPECT_EQ(trace.node(first).b, trace.node(second).b);
  EXPECT_EQ(trace.count(CUTTLE_AREA_TABLES), 2u);
}

TEST(SymbolicLoad, NeedsNoCheckWhenTheIndexFits) {
  FakeTrace trace;
  static uint8_t table[256];
  for (int k = 0; k < 256; ++k) table[k] = static_cast<uint8_t>(k * 7);
  trace.begin_run({{"c", 200}}, 8);
  const uint32_t c = symbolic("c", 8);
  const uint32_t wide = __cuttle_cast(CUTTLE_OP_ZEXT, 8, 32, c);
  EXPECT_EQ(trace.node(load(table, wide, 200, table, sizeof table)).value, (200 * 7) % 256u);
  EXPECT_EQ(trace.count(CUTTLE_AREA_RECORDS), 0u);
}

TEST(SymbolicLoad, KnowsTheTablesOfCtype) {
  FakeTrace trace;
  trace.begin_run({{"c", 'x'}}, 8);
  const uint32_t wide = __cuttle_cast(CUTTLE_OP_SEXT, 8, 32, symbolic("c", 8));
  const unsigned short* table = *__ctype_b_loc();
  const uint32_t id = load(table, wide, 'x');
  ASSERT_NE(id, 0u);
  EXPECT_EQ(trace.node(id).op, CUTTLE_OP_LOOKUP);
  EXPECT_EQ(trace.node(id).value, table[static_cast<int>('x')]);
}

TEST(SymbolicLoad, FindsHeapAndStackObjects) {
  FakeTrace trace;
  trace.begin_run({{"i", 2}});
  const uint32_t i = symbolic("i", 32);
  auto* heap = static_cast<int*>(cuttle_heap_allocate(4 * sizeof(int), 0, 0));
  int stack[4] = {5, 6, 7, 8};
  std::memcpy(heap, stack, sizeof stack);
  __cuttle_stack_object(stack, sizeof stack);
  EXPECT_EQ(trace.node(load(heap, i, 2)).value, 7u);
  EXPECT_EQ(trace.node(load(stack, i, 2)).op, CUTTLE_OP_LOOKUP);
  cuttle_heap_release(heap);
}

TEST(SymbolicLoad, UnknownObjectsArePinned) {
  FakeTrace trace;
  trace.begin_run({{"i", 2}});
  const uint32_t i = symbolic("i", 32);
  std::vector<int> unknown(10, 3);
  EXPECT_EQ(load(unknown.data(), i, 2), 0u);
  ASSERT_EQ(trace.count(CUTTLE_AREA_RECORDS), 1u);
  EXPECT_EQ(trace.choice(0).kind, CUTTLE_CHOICE_CONCRETISE);
  EXPECT_EQ(trace.limitations(CUTTLE_REASON_SYMBOLIC_ADDRESS), 1u);
}

TEST(SymbolicLoad, UnalignedElements) {
  FakeTrace trace;
  static uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  trace.begin_run({{"i", 3}});
  const uint32_t address = address_node(bytes, symbolic("i", 32), 1);
  const uint32_t id = __cuttle_load_symbolic(address, bytes + 3, 4, bytes, sizeof bytes, 1);
  EXPECT_EQ(trace.node(id).value, 0x07060504u);
}

TEST(SymbolicStore, AliasingIsSeen) {
  FakeTrace trace;
  static int a[4];
  for (const auto& [i, j] : {std::pair{0, 0}, std::pair{0, 1}, std::pair{3, 2}}) {
    std::fill_n(a, 4, 9);
    trace.begin_run({{"i", static_cast<uint64_t>(i)}, {"j", static_cast<uint64_t>(j)}});
    const uint32_t x = symbolic("i", 32), y = symbolic("j", 32);
    store(a, x, i, 0, 0, a, sizeof a);
    store(a, y, j, 0, 1, a, sizeof a);
    const uint32_t id = load(a, x, i, a, sizeof a);
    ASSERT_NE(id, 0u);
    EXPECT_EQ(trace.node(id).value, static_cast<uint64_t>(a[i]));
    // Every element is consistent with the memory.
    for (int k = 0; k < 4; ++k) {
      const uint32_t element = __cuttle_load(&a[k], 4);
      EXPECT_EQ(trace.node(element).op, CUTTLE_OP_ITE);
      EXPECT_EQ(trace.node(element).value, static_cast<uint64_t>(a[k]));
    }
    EXPECT_EQ(trace.limitations(CUTTLE_REASON_OVERWRITTEN), 0u);
  }
}

TEST(SymbolicStore, OverlappingElements) {
  FakeTrace trace;
  static uint8_t bytes[8];
  std::memset(bytes, 0, sizeof bytes);
  trace.begin_run({{"i", 3}, {"v", 0x44332211}});
  const uint32_t i = symbolic("i", 32), v = symbolic("v", 32);
  __cuttle_store_symbolic(address_node(bytes, i, 1), bytes + 3, 4, v, 0, bytes, sizeof bytes, 1);
  const uint32_t value = 0x44332211;
  std::memcpy(bytes + 3, &value, 4);
  EXPECT_EQ(trace.node(__cuttle_load(bytes, 8)).value, 0x0044332211000000u);
  EXPECT_EQ(trace.limitations(CUTTLE_REASON_OVERWRITTEN), 0u);
}

TEST(SymbolicAccess, OutOfBoundsEndsTheRunAsBug) {
  FakeTrace trace;
  static int table[10];
  trace.begin_run({{"i", 10}});
  const pid_t pid = fork();
  if (pid == 0) {
    load(table, symbolic("i", 32), 10, table, sizeof table);
    _exit(0);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT_EQ(trace.header()->outcome.bug, CUTTLE_BUG_OUT_OF_BOUNDS);
  ASSERT_EQ(trace.count(CUTTLE_AREA_RECORDS), 1u);
  EXPECT_EQ(trace.choice(0).taken, 1u);
}

TEST(Ranges, Bounds) {
  FakeTrace trace;
  const uint32_t c = __cuttle_cast(CUTTLE_OP_ZEXT, 8, 64, symbolic("c", 8));
  EXPECT_EQ(cuttle_upper_bound(c), 255u);
  const uint32_t scaled = __cuttle_binary(CUTTLE_OP_MUL, 64, c, 0, 0, 12);
  EXPECT_EQ(cuttle_upper_bound(scaled), 255u * 12);
  EXPECT_EQ(cuttle_trailing_zeros(scaled), 2u);
  const uint32_t x = symbolic("x", 64);
  EXPECT_EQ(cuttle_upper_bound(__cuttle_binary(CUTTLE_OP_UREM, 64, x, 0, 0, 10)), 9u);
  EXPECT_EQ(cuttle_upper_bound(__cuttle_binary(CUTTLE_OP_ADD, 64, x, 0, 0, 10)), ~0ull);
}

}  // namespace
}  // namespace cuttle
