// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "languages/erlang/replay/cell.h"

namespace cuttle::erlang::replay {

// Messages on their way, and what happened before what. Where two things that
// do not wait for each other meet (two messages at one process, two uses of a table), another order
// would be possible; where that is not tried (Turns) it is told as a race.
class Mail {
 public:
  using Clock = std::vector<uint64_t>;  // by process: how many of its steps are known
  // Who did something, and what it knew then.
  struct Origin {
    uint32_t process = 0;
    Clock clock = {};
  };
  struct Message {
    Cell value;
    std::string to;  // a pid; empty: nobody knows
    Origin origin;
    uint32_t object;  // Turns::sent
  };

  void start(uint32_t parent, uint32_t child);
  void send(uint32_t from, std::string to, Cell value, uint32_t object);
  std::vector<Message>& messages() { return messages_; }
  // Something that a process does now.
  Origin step(uint32_t process);
  // Whether another message could have been there instead of this one, or before it.
  bool receive(uint32_t process, const Origin& sent);
  // The process looks whether there is a message, and there is none.
  void poll(uint32_t process);
  // Something that all processes share.
  bool touch(uint32_t process, const std::string& what);

 private:
  Clock& clock(uint32_t process);
  static bool knows(const Clock& clock, const Origin& origin);
  static void merge(Clock& into, const Clock& other);

  std::vector<Clock> clocks_;
  std::vector<Message> messages_;
  struct Receipt {
    Origin receipt, sent;
  };
  std::map<uint32_t, std::vector<Receipt>> received_;  // by process
  std::map<std::string, Origin> touched_;
};

}  // namespace cuttle::erlang::replay
