// SPDX-License-Identifier: Apache-2.0
#include "languages/c/runtime/memory/heap.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <random>
#include <thread>
#include <vector>

#include "languages/c/runtime/modelling.h"
#include "languages/c/runtime/testing/fake_trace.h"

namespace cuttle {
namespace {

TEST(Heap, FindsTheObjectOfAnyAddress) {
  for (const size_t size : {0, 1, 15, 16, 17, 100, 128, 129, 5000, 1 << 20}) {
    auto* p = static_cast<char*>(cuttle_heap_allocate(size, 0, 0));
    for (const size_t at : {size_t{0}, size / 2, size}) {
      CuttleHeapObject object;
      ASSERT_TRUE(cuttle_heap_find(reinterpret_cast<uint64_t>(p + at), &object));
      EXPECT_EQ(object.base, reinterpret_cast<uint64_t>(p));
      EXPECT_EQ(object.size, size);
      EXPECT_TRUE(object.live);
    }
    cuttle_heap_release(p);
  }
}

TEST(Heap, Aligns) {
  for (size_t alignment = 16; alignment <= 1 << 16; alignment *= 2) {
    void* p = cuttle_heap_allocate(100, alignment, 0);
    EXPECT_EQ(reinterpret_cast<uint64_t>(p) % alignment, 0u);
    cuttle_heap_release(p);
  }
}

TEST(Heap, KeepsContentsApart) {
  std::mt19937 random(3);
  std::map<unsigned char*, std::pair<size_t, unsigned char>> live;
  auto check = [](auto* p, size_t size, unsigned char byte) {
    for (size_t i = 0; i < size; ++i) ASSERT_EQ(p[i], byte);
  };
  for (int step = 0; step < 20000; ++step) {
    const size_t size = random() % (random() % 50 ? 300 : 200000);
    const auto byte = static_cast<unsigned char>(random());
    if (live.size() > 200 || (!live.empty() && random() % 2)) {
      auto it = live.lower_bound(reinterpret_cast<unsigned char*>(
          CUTTLE_HEAP_BASE + random() % 8 * (1ull << CUTTLE_HEAP_CLASS_SHIFT)));
      if (it == live.end()) it = live.begin();
      unsigned char* p = it->first;
      const auto kept = it->second;
      check(p, kept.first, kept.second);
      live.erase(it);
      if (random() % 2) {
        cuttle_heap_release(p);
      } else {
        p = static_cast<unsigned char*>(cuttle_heap_resize(p, size));
        check(p, std::min(size, kept.first), kept.second);
        std::memset(p, byte, size);
        live[p] = {size, byte};
      }
    } else {
      const bool zeroed = random() % 2;
      auto* p = static_cast<unsigned char*>(cuttle_heap_allocate(size, 0, zeroed));
      if (zeroed) check(p, size, 0);
      std::memset(p, byte, size);
      live[p] = {size, byte};
    }
  }
  for (auto& [p, kept] : live) cuttle_heap_release(p);
}

TEST(Heap, ThreadsShareIt) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      std::vector<int*> mine;
      for (int i = 0; i < 20000; ++i) {
        mine.push_back(static_cast<int*>(cuttle_heap_allocate(sizeof(int), 0, 0)));
        *mine.back() = t;
        if (i % 3 == 0) {
          ASSERT_EQ(*mine[mine.size() / 2], t);
          cuttle_heap_release(mine.back());
          mine.pop_back();
        }
      }
      for (int* p : mine) cuttle_heap_release(p);
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST(Heap, RespectsTheMemoryLimit) {
  FakeTrace trace;
  trace.header()->limits.memory_bytes = 1 << 30;
  EXPECT_EQ(cuttle_heap_allocate(100ull << 30, 0, 0), nullptr);
  EXPECT_EQ(cuttle_heap_allocate(2ull << 30, 0, 0), nullptr);
  void* p = cuttle_heap_allocate(1 << 20, 0, 0);
  EXPECT_NE(p, nullptr);
  cuttle_heap_release(p);
}

TEST(Heap, NewMemoryIsConcrete) {
  FakeTrace trace;
  for (int i = 0; i < 10000; ++i) {
    auto* p = static_cast<char*>(cuttle_heap_allocate(40, 0, 0));
    ASSERT_FALSE(__cuttle_any_symbolic(p, 40));
    __cuttle_store(p + 8, 4, symbolic("x", 32));
    cuttle_heap_release(p);
  }
}

TEST(Heap, ResizeTakesTheShadowAlong) {
  FakeTrace trace;
  auto* p = static_cast<char*>(cuttle_heap_allocate(40, 0, 1));
  const uint32_t id = symbolic("x", 32);
  __cuttle_store(p + 8, 4, id);
  p = static_cast<char*>(cuttle_heap_resize(p, 4000));
  EXPECT_EQ(__cuttle_load(p + 8, 4), id);
  cuttle_heap_release(p);
}

// What a run that ends in a bug leaves in the trace.
template <class F>
uint32_t bug_of(FakeTrace& trace, F run) {
  const pid_t pid = fork();
  if (pid == 0) {
    run();
    _exit(0);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  const uint32_t bug = trace.header()->outcome.bug;
  cuttle_trace_begin_run(trace.header());
  return bug;
}

TEST(Heap, ReportsMisuse) {
  FakeTrace trace;
  auto* p = static_cast<char*>(cuttle_heap_allocate(40, 0, 1));
  EXPECT_EQ(bug_of(trace, [&] { cuttle_heap_release(p); }), CUTTLE_BUG_NONE);
  EXPECT_EQ(bug_of(trace,
                   [&] {
                     cuttle_heap_release(p);
                     cuttle_heap_release(p);
                   }),
            CUTTLE_BUG_USE_AFTER_FREE);
  EXPECT_EQ(bug_of(trace, [&] { cuttle_heap_release(p + 1); }), CUTTLE_BUG_ABORT);
  auto flagged = [&] {
    return reinterpret_cast<uint8_t*>(
        CUTTLE_FLAGS_BASE)[reinterpret_cast<uint64_t>(p) >> CUTTLE_GRANULE_SHIFT];
  };
  EXPECT_EQ(bug_of(trace,
                   [&] {
                     cuttle_heap_release(p);
                     if (flagged()) __cuttle_load(p + 8, 4);
                   }),
            CUTTLE_BUG_USE_AFTER_FREE);
  EXPECT_EQ(bug_of(trace,
                   [&] {
                     cuttle_heap_release(p);
                     if (flagged()) __cuttle_clear(p + 8, 4);
                   }),
            CUTTLE_BUG_USE_AFTER_FREE);
  EXPECT_EQ(bug_of(trace, [&] { __cuttle_model_memset(p + 8, 0, 33); }), CUTTLE_BUG_OUT_OF_BOUNDS);
  EXPECT_EQ(bug_of(trace, [&] { __cuttle_model_memset(p + 8, 0, 32); }), CUTTLE_BUG_NONE);
  cuttle_heap_release(p);
}

}  // namespace
}  // namespace cuttle
