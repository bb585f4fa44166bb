// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <vector>

#include "engine/path/execution.h"
#include "languages/erlang/term/term.h"

namespace cuttle::erlang::replay {

// Processes as threads of a run: each turn is a race, with what the process does there
// (docs/schedules.md). The virtual machine says who went on and what it touched; which message was
// taken is known here. A receive that waits for ever depends on its message alone: it finds the
// same whenever it runs.
class Turns {
 public:
  // A race event: {Early, Enabled, Fresh, Touches}. Gives the thread's index; false when it makes
  // no sense.
  bool race(uint32_t name, const Term& told, SiteId site, std::vector<Choice>& choices,
            std::vector<Alternative>& alternatives, ExprId always);
  bool several() const { return !log.threads.empty(); }
  uint32_t thread() const { return now_; }  // of the last race

  // What the thread of the last race did, behind so many choices. A message's object is 0 when
  // nobody is known who sent it.
  uint32_t sent(SiteId site, size_t choices);
  void received(uint32_t message, SiteId site, size_t choices);
  void joined(uint32_t thread, SiteId site, size_t choices);
  void ended(SiteId site, size_t choices);

  EventLog log;

 private:
  void add(Sync sync, SiteId site, size_t choices, uint32_t object, uint32_t other, uint64_t value);
  bool add_threads(const Term& fresh, SiteId site, size_t choices);
  bool add_touches(const Term& touches, SiteId site, size_t choices);

  std::map<uint32_t, uint32_t> index_of_;    // by name
  std::map<uint32_t, uint32_t> sent_by_;     // by thread: how many messages
  std::map<uint32_t, uint64_t> message_of_;  // by object: its number
  std::set<uint32_t> started_;
  uint32_t now_ = 0;
  bool early_ = false;  // what it waits for might also have been given up
};

}  // namespace cuttle::erlang::replay
