// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <unordered_map>

#include "engine/schedule/findings.h"
#include "engine/schedule/held_locks.h"

namespace cuttle {
namespace {

using Clock = std::vector<uint32_t>;

void join(Clock& clock, const Clock& other) {
  if (clock.size() < other.size()) clock.resize(other.size());
  for (size_t i = 0; i < other.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

// One access that a later one may meet.
struct Access {
  uint32_t thread, time;
  uint32_t begin, end;
  uint8_t how;
  SiteId site;
  std::vector<uint32_t> locks;
};

// Orders threads by what synchronises them, and by nothing else.
class RaceFinder {
 public:
  RaceFinder(Execution& run, const PlaceOf& place_of)
      : run_(run), place_of_(place_of), clocks_(std::max<size_t>(run.log.threads.size(), 1)) {
    for (size_t i = 0; i < clocks_.size(); ++i) {
      clocks_[i].resize(clocks_.size());
      clocks_[i][i] = 1;
    }
  }
  void work() {
    for (const RunEvent& event : run_.log.events) {
      if (event.thread >= clocks_.size()) continue;
      if (event.kind == RunEvent::Kind::access)
        access(event);
      else if (event.kind == RunEvent::Kind::sync)
        sync(event);
    }
  }

 private:
  void release(uint32_t thread, Clock& to) {
    join(to, clocks_[thread]);
    ++clocks_[thread][thread];
  }
  void acquire(uint32_t thread, const Clock& from) { join(clocks_[thread], from); }

  void sync(const RunEvent& event) {
    const uint32_t thread = event.thread;
    locks_.follow(event);
    switch (event.sync()) {
      case Sync::blocked:
      case Sync::yield:
        return;
      case Sync::fork:
        if (event.other < clocks_.size()) release(thread, clocks_[event.other]);
        return;
      case Sync::join:
        if (event.other < clocks_.size()) acquire(thread, ends_[event.other]);
        return;
      case Sync::end:
        return release(thread, ends_[thread]);
      case Sync::lock:
      case Sync::share:
      case Sync::acquire:
      case Sync::receive:
        return acquire(thread, objects_[event.object]);
      case Sync::unlock:
      case Sync::post:
      case Sync::send:
        return release(thread, objects_[event.object]);
      case Sync::wait:
        return release(thread, objects_[event.other]);
      case Sync::wake:
        acquire(thread, tokens_[thread]);
        return acquire(thread, objects_[event.other]);
      case Sync::signal:
        if (event.other != 0 && event.other <= clocks_.size())
          release(thread, tokens_[event.other - 1]);
        return;
      case Sync::broadcast:
        for (uint32_t i = 0; i < clocks_.size(); ++i) join(tokens_[i], clocks_[thread]);
        ++clocks_[thread][thread];
        return;
      case Sync::barrier: {
        Clock& round = rounds_[{event.object, event.other}];
        return event.value == 0 ? release(thread, round) : acquire(thread, round);
      }
      case Sync::try_lock:
        if (event.value != 0) acquire(thread, objects_[event.object]);
        return;
      case Sync::start:
        return;
    }
  }

  void access(const RunEvent& event) {
    const uint32_t end = event.other + std::min(event.size, ~0u - event.other);
    const bool is_atomic = (event.how & RunEvent::kAtomic) != 0;
    if (is_atomic && (event.how & RunEvent::kRead) != 0)
      acquire(event.thread, atomics_[{event.object, event.other}]);
    std::vector<Access>& earlier = accesses_[event.object];
    for (const Access& other : earlier) {
      const bool both_read = ((other.how | event.how) & RunEvent::kWrite) == 0;
      const bool both_atomic = (other.how & event.how & RunEvent::kAtomic) != 0;
      if (other.thread == event.thread || both_read || both_atomic || other.begin >= end ||
          event.other >= other.end || clocks_[event.thread][other.thread] >= other.time)
        continue;
      report(other, event);
    }
    // What this thread did there before is as good as forgotten.
    std::erase_if(earlier, [&](const Access& other) {
      return other.thread == event.thread && other.begin == event.other && other.end == end &&
             other.how == event.how && other.site == event.site;
    });
    std::vector<uint32_t> held;
    for (const HeldLocks::Held& lock : locks_.of(event.thread)) held.push_back(lock.lock);
    earlier.push_back({event.thread, clocks_[event.thread][event.thread], event.other, end,
                       event.how, event.site, std::move(held)});
    if (is_atomic && (event.how & RunEvent::kWrite) != 0)
      release(event.thread, atomics_[{event.object, event.other}]);
  }

  static std::string side(const std::string& place, uint32_t thread, uint8_t how, size_t locks) {
    const char* what = (how & RunEvent::kWrite) != 0 ? " writes" : " reads";
    const std::string held = locks == 0   ? "no lock"
                             : locks == 1 ? "1 lock"
                                          : std::to_string(locks) + " locks";
    return thread_text(thread) + what + " at " + place + " with " + held;
  }

  void report(const Access& first, const RunEvent& second) {
    const auto sites = std::minmax(first.site, second.site);
    if (!reported_.insert(sites).second) return;
    const std::string a = place_of_(first.site), b = place_of_(second.site);
    Outcome outcome;
    outcome.kind = Outcome::Kind::bug;
    outcome.bug = BugKind::data_race;
    outcome.location = b;
    outcome.message = side(a, first.thread, first.how, first.locks.size()) + ", " +
                      side(b, second.thread, second.how, locks_.of(second.thread).size()) +
                      ", and nothing says which comes first";
    outcome.stack = {b, a};
    outcome.key = "data-race@" + std::min(a, b) + "+" + std::max(a, b);
    run_.findings.push_back(std::move(outcome));
  }

  Execution& run_;
  const PlaceOf& place_of_;
  std::vector<Clock> clocks_;
  HeldLocks locks_;
  std::unordered_map<uint32_t, Clock> objects_, ends_, tokens_;
  std::map<std::pair<uint32_t, uint32_t>, Clock> rounds_, atomics_;
  std::unordered_map<uint32_t, std::vector<Access>> accesses_;
  std::set<std::pair<SiteId, SiteId>> reported_;
};

}  // namespace

void add_races(Execution& run, const PlaceOf& place_of) {
  RaceFinder(run, place_of).work();
}

}  // namespace cuttle
