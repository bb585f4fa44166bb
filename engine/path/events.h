// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/path/choice.h"

namespace cuttle {

// A thread of a run. Choices of kind `race` have names as alternatives: they are made from the path
// of creation and so the same in all schedules. The first thread has the name 0.
struct RunThread {
  uint32_t name = 0;
  uint32_t parent = 0;  // index
  uint32_t child = 0;   // which of its parent's, from 1
  SiteId site = 0;      // where it was made
};

// What threads do to each other.
enum class Sync : uint8_t {
  start = 1,
  end,
  fork,  // `other`: the new thread, as index
  join,  // `other`: the thread that had ended
  lock,
  try_lock,   // `value` 1: it was free. `size`: what is tried (a Sync; 0: lock)
  unlock,     // `size` is share where that is given back
  share,      // a lock that several may have at once
  wait,       // on `object`, and `other` is unlocked; `value` 1: may end without a signal
  wake,       // the end of a wait; `value` 1: nobody had signalled
  signal,     // `other`: index of the thread that may wake, + 1; 0: nobody waited
  broadcast,  // all that wait may wake
  post,       // `value`: the count before
  acquire,    // the same
  barrier,    // `other`: round. `value` 0: arrives (`size` 1: as its last), 1: leaves
  send,       // `value`: which message
  receive,    // `value`: which message
  yield,
  blocked,  // at the end of the run, in the operation `size` (a Sync) on `object` and `other`;
            // `value` 1 (of wake): it was signalled
};

// Something that happened in a run beside its choices.
struct RunEvent {
  enum class Kind : uint8_t {
    access,   // to memory that threads share
    sync,     // `how` is a Sync
    segment,  // straight code number `object` begins
    result,   // something that a language's own evaluation needs; `how` as in the trace's format
  };
  // `how` of an access. Awaits are reads of a loop that waits for somebody's write.
  static constexpr uint8_t kRead = 1, kWrite = 2, kAtomic = 4, kAwait = 8;
  static constexpr uint32_t kNoBlob = ~0u;

  Kind kind = Kind::access;
  uint8_t how = 0;
  uint16_t thread = 0;  // index
  SiteId site = 0;
  uint32_t choice = 0;  // how many choices came before it
  uint32_t object = 0;
  uint32_t other = 0;  // access: offset in the object
  uint32_t size = 0;   // access: bytes
  uint64_t value = 0;
  uint32_t blob = kNoBlob;  // index

  Sync sync() const { return static_cast<Sync>(how); }
  friend bool operator==(const RunEvent&, const RunEvent&) = default;
};

// A value that does not fit a number.
struct RunBlob {
  enum class Kind : uint8_t { integer = 1, term, text, bytes };
  Kind kind = Kind::bytes;
  std::string bytes;
};

// The events of one run, in order. Empty for a sequential program: costs three null pointers.
struct EventLog {
  std::vector<RunThread> threads;  // none: there is the first one only
  std::vector<RunEvent> events;
  std::vector<RunBlob> blobs;

  // What happened right behind the choice with this index, up to the next one.
  std::span<const RunEvent> behind(uint32_t choice) const;
};

}  // namespace cuttle
