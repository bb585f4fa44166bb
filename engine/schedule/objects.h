// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/schedule/footprint.h"

namespace cuttle {

constexpr uint32_t kNoEvent = ~0u;

// The events of a run that touched a stretch of memory, or an object of another space, and still
// matter: the last write, and the reads since.
struct Touched {
  uint32_t write = kNoEvent;
  std::vector<uint32_t> reads;
};

// Who touched what, so far.
class Objects {
 public:
  // Calls `see` with all that overlaps the touch, except for the arrivals at barriers.
  template <typename See>
  void overlapping(const Touch& touch, See see) {
    auto& object = objects_[key(touch)];
    // Stretches begin at most `longest` bytes before those that they overlap.
    const uint32_t from = touch.begin - std::min(touch.begin, object.longest);
    for (auto it = object.stretches.lower_bound({from, 0});
         it != object.stretches.end() && it->first.first < touch.end; ++it)
      if (it->first.second > touch.begin) see(it->second);
  }
  void add(const Touch& touch, uint32_t event) {
    auto& object = objects_[key(touch)];
    object.longest = std::max(object.longest, touch.end - touch.begin);
    Touched& touched = object.stretches[{touch.begin, touch.end}];
    if (touch.mode == Touch::Mode::read) {
      touched.reads.push_back(event);
    } else {
      touched.write = event;
      touched.reads.clear();
    }
  }

 private:
  struct Object {
    uint32_t longest = 1;
    std::map<std::pair<uint32_t, uint32_t>, Touched> stretches;  // by begin and end
  };
  static uint64_t key(const Touch& touch) {
    return uint64_t{static_cast<uint8_t>(touch.space)} << 32 | touch.object;
  }
  std::unordered_map<uint64_t, Object> objects_;
};

// What a lock, a semaphore, a barrier or a condition went through.
struct SyncState {
  uint32_t acquired = kNoEvent;  // when it was last taken by one thread alone, from being free
  uint32_t holder = kNoEvent;    // thread (index) that has it, and how often
  uint32_t depth = 0;
  std::vector<uint32_t> shares, unshares;  // since it was last taken by one thread alone
  uint32_t could_acquire = kNoEvent;       // semaphore: the last event with a count before it
  Waiting waiting;                         // condition
  std::set<uint32_t> ends_by_itself;       // condition: threads (index) whose wait may
  std::map<uint32_t, std::vector<uint32_t>> arrivals;  // barrier: by round
  std::map<uint64_t, uint32_t> sent;                   // mailbox: by message
};

}  // namespace cuttle
