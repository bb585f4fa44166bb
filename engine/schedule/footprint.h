// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/path/events.h"

namespace cuttle {

// Something that an operation of a thread touches, and how.
struct Touch {
  enum class Space : uint8_t {
    memory,
    sync,    // locks, conditions, semaphores, barriers, mailboxes
    thread,  // the beginning and the end of one, by name
    token,   // of a thread that waits: who signals gives it
  };
  enum class Mode : uint8_t { read, write, arrive, leave };  // the last two: of a barrier
  Space space = Space::memory;
  Mode mode = Mode::write;
  bool last = false;  // arrive: the last of its round
  uint32_t object = 0;
  uint32_t begin = 0, end = 1;  // memory: bytes
  uint32_t round = 0;           // arrive

  bool overlaps(const Touch& other) const {
    return space == other.space && object == other.object && begin < other.end && other.begin < end;
  }
  friend bool operator==(const Touch&, const Touch&) = default;
};

// Does the order of the two matter? They are of different threads.
bool conflicts(const Touch& a, const Touch& b);

// What a thread does at one step: all that it touches.
using Footprint = std::vector<Touch>;
bool dependent(const Footprint& a, const Footprint& b);

// The threads that wait for a condition, as names, in the order in which they came.
using Waiting = std::vector<uint32_t>;

// What one record touches. `threads` are those of the run; `waiting`: for the condition of a
// broadcast. A blocked operation touches what it would have touched.
void add_touches(const RunEvent& event, const std::vector<RunThread>& threads,
                 const Waiting& waiting, Footprint& operation);

}  // namespace cuttle
