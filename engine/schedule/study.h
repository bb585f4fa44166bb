// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/path/execution.h"
#include "engine/path/prediction.h"
#include "engine/schedule/footprint.h"

namespace cuttle {

// One step of a thread in a recorded run: a visible operation and the choices behind it.
struct Event {
  uint32_t thread = 0;  // index
  uint32_t name = 0;    // of the thread
  uint32_t race = 0;    // index of the race among the run's choices
  uint32_t end = 0;     // of the choices behind it
  uint32_t number = 0;  // among the events of its thread, from 1
  Footprint operation;
};

// Two events, in this order in the run, of different threads, that depend on each other with
// nothing between them, and of which the second could have come first.
struct Reversible {
  uint32_t first = 0, second = 0;  // second: an event, or (from events.size() on) a blocked one
};

// What is known of a recorded run with threads: its events, which happened before which, and which
// pairs could have come the other way round. docs/schedules.md has the rules.
class Study {
 public:
  // Null when the run has no races.
  static std::shared_ptr<const Study> of(const Execution& run);

  const std::vector<Event>& events() const { return events_; }
  // Operations that threads waited for in vain when the run ended, as events without choices.
  const std::vector<Event>& blocked() const { return blocked_; }
  const Event& at(uint32_t index) const {
    return index < events_.size() ? events_[index] : blocked_[index - events_.size()];
  }
  const std::vector<Reversible>& reversible() const { return reversible_; }

  // Does event a happen before event b? Every event before itself.
  bool before(uint32_t a, uint32_t b) const {
    return clock(b)[events_[a].thread] >= events_[a].number;
  }
  std::span<const uint32_t> clock(uint32_t event) const {
    return std::span(clocks_).subspan(size_t{event} * threads_, threads_);
  }
  // The event whose race this choice is; ~0: none.
  uint32_t event_of(uint32_t choice) const;

  // Equal for runs that differ only in the order of what does not depend on each other.
  std::array<uint64_t, 2> key() const { return key_; }

 private:
  friend class Student;
  uint32_t threads_ = 0;
  std::vector<Event> events_, blocked_;
  std::vector<uint32_t> clocks_;
  std::vector<Reversible> reversible_;
  std::array<uint64_t, 2> key_{};
};

}  // namespace cuttle
