// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "languages/erlang/term/term.h"

namespace cuttle::erlang::replay {

enum class EventKind : uint8_t {
  none,
  clause,
  opaque,
  value,
  caught,
  callback,
  returned,
  process,
  received,
  timeout,
  ended,
  mailbox,
  race,
};

struct Event {
  EventKind kind = EventKind::none;
  uint32_t module = 0;  // key
  uint32_t number = 0;
  std::span<const uint64_t> payload = {};
  uint64_t payload_bytes = 0;
};

// Reads events one after the other (docs/erlang-protocol.md). What makes no sense ends them.
class Events {
 public:
  Events() = default;
  explicit Events(std::span<const uint64_t> words) : words_(words) { read(); }

  // Of kind `none` when there is no more.
  const Event& next() const { return event_; }
  bool is(EventKind kind, uint32_t module, uint32_t number) const {
    return event_.kind == kind && event_.module == module && event_.number == number;
  }
  void take() { read(); }
  bool damaged() const { return damaged_; }
  // The term that comes with the event.
  std::optional<Term> term() const;

 private:
  void read();

  std::span<const uint64_t> words_;
  size_t at_ = 0;
  Event event_;
  bool damaged_ = false;
};

}  // namespace cuttle::erlang::replay
