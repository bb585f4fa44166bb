// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "engine/path/events.h"

namespace cuttle {

// Which thread has which locks, as a run goes on.
class HeldLocks {
 public:
  struct Held {
    uint32_t lock = 0;
    SiteId site = 0;  // where it was taken
    uint32_t times = 1;
  };
  // Returns the lock that the record takes for the first time, 0 when none.
  uint32_t follow(const RunEvent& event) {
    const auto what = static_cast<Sync>(event.size);
    switch (event.sync()) {
      case Sync::lock:
      case Sync::share:
        return take(event.thread, event.object, event.site);
      case Sync::try_lock:
        return event.value != 0 && what != Sync::acquire
                   ? take(event.thread, event.object, event.site)
                   : 0;
      case Sync::wake:
        return event.other != 0 ? take(event.thread, event.other, event.site) : 0;
      case Sync::unlock:
        give(event.thread, event.object, false);
        return 0;
      case Sync::wait:
        give(event.thread, event.other, true);
        return 0;
      default:
        return 0;
    }
  }
  const std::vector<Held>& of(uint32_t thread) { return held_[thread]; }
  // Who has the lock; nothing when nobody has.
  const std::pair<const uint32_t, std::vector<Held>>* holder(uint32_t lock) const {
    for (const auto& entry : held_)
      for (const Held& held : entry.second)
        if (held.lock == lock) return &entry;
    return nullptr;
  }

 private:
  uint32_t take(uint32_t thread, uint32_t lock, SiteId site) {
    for (Held& held : held_[thread]) {
      if (held.lock != lock) continue;
      ++held.times;
      return 0;
    }
    held_[thread].push_back({lock, site});
    return lock;
  }
  void give(uint32_t thread, uint32_t lock, bool all) {
    auto& held = held_[thread];
    const auto found =
        std::find_if(held.begin(), held.end(), [&](const Held& one) { return one.lock == lock; });
    if (found != held.end() && (all || --found->times == 0)) held.erase(found);
  }
  std::map<uint32_t, std::vector<Held>> held_;
};

}  // namespace cuttle
