// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/findings.h"

#include <algorithm>
#include <set>

#include "engine/schedule/held_locks.h"

namespace cuttle {
namespace {

struct Waits {
  const RunEvent* record;
  int64_t on = -1;   // thread; -1: nobody in particular
  SiteId since = 0;  // where that one took what is waited for
};

std::string what_for(const Waits& waits, const PlaceOf& place_of) {
  const auto sync = static_cast<Sync>(waits.record->size);
  const std::string other = waits.on < 0 ? "" : thread_text(static_cast<uint32_t>(waits.on));
  switch (sync) {
    case Sync::lock:
    case Sync::share:
      return waits.on < 0 ? "for a lock"
                          : "for a lock that " + other + " took at " + place_of(waits.since);
    case Sync::wake:
      if (waits.record->value == 0) return "for a signal that nobody sends";
      return waits.on < 0 ? "for a lock"
                          : "for a lock that " + other + " took at " + place_of(waits.since) +
                                ", after a signal";
    case Sync::join:
      return "for the end of " + other;
    case Sync::acquire:
      return "for a semaphore that nobody posts";
    case Sync::barrier:
      return "at a barrier for others that do not come";
    case Sync::receive:
      return "for a message that nobody sends";
    case Sync::yield:
      return "in a loop for a value that nobody writes";
    default:
      return "for ever";
  }
}

// The threads of a cycle, in its order; all that wait when there is none.
std::vector<uint32_t> cycle_of(const std::map<uint32_t, Waits>& waiting) {
  for (const auto& [begin, first] : waiting) {
    std::vector<uint32_t> way;
    int64_t at = begin;
    while (at >= 0 && waiting.contains(static_cast<uint32_t>(at)) &&
           std::find(way.begin(), way.end(), at) == way.end()) {
      way.push_back(static_cast<uint32_t>(at));
      at = waiting.at(static_cast<uint32_t>(at)).on;
    }
    if (at == begin) return way;
  }
  std::vector<uint32_t> all;
  for (const auto& [thread, waits] : waiting) all.push_back(thread);
  return all;
}

}  // namespace

std::string thread_text(uint32_t index) {
  return "thread " + std::to_string(index);
}

void judge_blocked(Execution& run, const PlaceOf& place_of) {
  HeldLocks locks;
  std::map<uint32_t, Waits> waiting;
  for (const RunEvent& event : run.log.events) {
    if (event.kind != RunEvent::Kind::sync) continue;
    locks.follow(event);
    if (event.sync() == Sync::blocked) waiting[event.thread] = {&event};
  }
  const bool is_deadlock = run.outcome.is_bug() && run.outcome.bug == BugKind::deadlock;
  if (waiting.empty() || (run.outcome.kind != Outcome::Kind::ok && !is_deadlock)) return;
  for (auto& [thread, waits] : waiting) {
    const auto sync = static_cast<Sync>(waits.record->size);
    if (sync == Sync::join) waits.on = waits.record->other;
    const bool is_wake = sync == Sync::wake && waits.record->value != 0;
    if (sync != Sync::lock && sync != Sync::share && !is_wake) continue;
    const uint32_t lock = is_wake ? waits.record->other : waits.record->object;
    const auto* holder = locks.holder(lock);
    if (holder == nullptr) continue;
    waits.on = holder->first;
    for (const HeldLocks::Held& held : holder->second)
      if (held.lock == lock) waits.since = held.site;
  }
  Outcome& outcome = run.outcome;
  outcome.kind = Outcome::Kind::bug;
  outcome.bug = BugKind::deadlock;
  outcome.message.clear();
  outcome.stack.clear();
  std::set<std::string> places;
  for (const uint32_t thread : cycle_of(waiting)) {
    const Waits& waits = waiting.at(thread);
    const std::string place = place_of(waits.record->site);
    const std::string text =
        thread_text(thread) + " waits at " + place + " " + what_for(waits, place_of);
    outcome.message += (outcome.message.empty() ? "" : ", ") + text;
    outcome.stack.push_back(text);
    if (outcome.location.empty() || outcome.stack.size() == 1) outcome.location = place;
    places.insert(place);
  }
  outcome.key = "deadlock@";
  for (const std::string& place : places) outcome.key += place + "+";
}

void add_lock_orders(Execution& run, const PlaceOf& place_of) {
  struct Taken {
    uint32_t thread;
    SiteId site;
    std::set<uint32_t> others;  // held as well
  };
  std::map<std::pair<uint32_t, uint32_t>, std::vector<Taken>> orders;
  HeldLocks locks;
  for (const RunEvent& event : run.log.events) {
    if (event.kind != RunEvent::Kind::sync) continue;
    const std::vector<HeldLocks::Held> before = locks.of(event.thread);
    const uint32_t taken = locks.follow(event);
    if (taken == 0 || event.sync() == Sync::try_lock) continue;
    for (const HeldLocks::Held& held : before) {
      Taken order{event.thread, event.site, {}};
      for (const HeldLocks::Held& other : before)
        if (other.lock != held.lock) order.others.insert(other.lock);
      orders[{held.lock, taken}].push_back(std::move(order));
    }
  }
  for (const auto& [pair, all] : orders) {
    const auto opposite = orders.find({pair.second, pair.first});
    if (pair.first > pair.second || opposite == orders.end()) continue;
    for (const Taken& a : all)
      for (const Taken& b : opposite->second) {
        // A lock that both hold keeps them apart.
        const bool guarded = std::any_of(a.others.begin(), a.others.end(),
                                         [&](uint32_t lock) { return b.others.contains(lock); });
        if (a.thread == b.thread || guarded) continue;
        const std::string one = place_of(a.site), other = place_of(b.site);
        run.remarks.insert(
            "two locks are taken in opposite orders, which may end in a deadlock: at " +
            std::min(one, other) + " and at " + std::max(one, other));
      }
  }
}

void add_leftovers(Execution& run, const PlaceOf& place_of) {
  if (run.outcome.kind != Outcome::Kind::ok) return;
  HeldLocks locks;
  std::set<uint32_t> unjoined;
  for (const RunEvent& event : run.log.events) {
    if (event.kind != RunEvent::Kind::sync) continue;
    locks.follow(event);
    if (event.sync() == Sync::fork && event.value == 0) unjoined.insert(event.other);
    if (event.sync() == Sync::join) unjoined.erase(event.other);
    if (event.sync() == Sync::yield && event.other != 0) unjoined.erase(event.other - 1);
    if (event.sync() != Sync::end) continue;
    for (const HeldLocks::Held& held : locks.of(event.thread))
      run.remarks.insert("a thread ended with the lock that it took at " + place_of(held.site));
  }
  for (const uint32_t thread : unjoined)
    if (thread < run.log.threads.size())
      run.remarks.insert("a thread is neither joined nor detached: the one made at " +
                         place_of(run.log.threads[thread].site));
}

}  // namespace cuttle
