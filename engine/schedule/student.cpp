// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/student.h"

#include <algorithm>
#include <utility>

#include "engine/path/path_digest.h"

namespace cuttle {
namespace {

constexpr uint64_t kNothing = ~uint64_t{0};

uint64_t id_of(const Touch& touch) {
  return uint64_t{static_cast<uint8_t>(touch.space)} << 32 | touch.object;
}

uint64_t id_of_sync(uint32_t object) {
  return uint64_t{static_cast<uint8_t>(Touch::Space::sync)} << 32 | object;
}

}  // namespace

void Student::work() {
  collect();
  PathDigest beginning;
  for (uint32_t i = 0; i < study_.events_.front().race; ++i) beginning.add(run_.choices[i]);
  study_.key_ = {beginning.high(), beginning.low()};
  study_.threads_ = static_cast<uint32_t>(std::max<size_t>(index_of_.size(), 1));
  now_.assign(study_.threads_, std::vector<uint32_t>(study_.threads_, 0));
  latest_.assign(study_.threads_, kNoEvent);
  study_.clocks_.reserve(study_.events_.size() * study_.threads_);
  for (uint32_t i = 0; i < study_.events_.size(); ++i) add(i);
  for (const RunEvent& record : run_.log.events)
    if (record.kind == RunEvent::Kind::sync && record.sync() == Sync::blocked) add_blocked(record);
}

uint32_t Student::thread_of(AlternativeId name) {
  return index_of_.try_emplace(static_cast<uint32_t>(name), static_cast<uint32_t>(index_of_.size()))
      .first->second;
}

// The events are the races of the run, each with the records up to the next one.
void Student::collect() {
  for (const RunThread& thread : run_.log.threads) thread_of(thread.name);
  const auto choices = static_cast<uint32_t>(run_.choices.size());
  for (uint32_t i = 0; i < choices; ++i) {
    const Choice& choice = run_.choices[i];
    if (choice.kind != ChoiceKind::race) continue;
    if (!study_.events_.empty()) study_.events_.back().end = i;
    const auto name = static_cast<uint32_t>(choice.taken);
    study_.events_.push_back({thread_of(name), name, i, choices, 0, {}});
  }
  uint32_t record = 0;
  const auto count = static_cast<uint32_t>(run_.log.events.size());
  for (const Event& event : study_.events_) {
    while (record < count && run_.log.events[record].choice <= event.race) ++record;
    const uint32_t from = record;
    while (record < count && run_.log.events[record].choice <= event.end) ++record;
    records_.emplace_back(from, record);
  }
}

// Equivalent runs have equal hashes of their events, in whatever order they are added.
void Student::add_to_key(uint32_t index) {
  const Event& event = study_.events_[index];
  PathDigest digest;
  digest.add(uint64_t{event.name} << 32 | event.number);
  for (const Touch& touch : event.operation) {
    digest.add(id_of(touch) << 8 | static_cast<uint8_t>(touch.mode));
    digest.add(uint64_t{touch.begin} << 32 | touch.end);
    digest.add(touch.round);
  }
  for (uint32_t i = event.race + 1; i < event.end; ++i) digest.add(run_.choices[i]);
  std::array<uint64_t, 2> past{};
  std::sort(before_.begin(), before_.end(),
            [](const Before& a, const Before& b) { return a.event < b.event; });
  uint32_t last = kNoEvent;
  for (const Before& before : before_) {
    if (std::exchange(last, before.event) == before.event) continue;
    past[0] += hashes_[before.event][0];
    past[1] += hashes_[before.event][1];
  }
  if (latest_[thread_] != kNoEvent) digest.add(hashes_[latest_[thread_]][0]);
  digest.add(past[0]);
  digest.add(past[1]);
  hashes_.push_back({digest.high(), digest.low()});
  study_.key_[0] += digest.high();
  study_.key_[1] += digest.low();
}

void Student::add(uint32_t index) {
  Event& event = study_.events_[index];
  thread_ = event.thread;
  needs_signal_ = true;
  before_.clear();
  candidates_.clear();
  for (uint32_t i = records_[index].first; i < records_[index].second; ++i) {
    const RunEvent& record = run_.log.events[i];
    if (record.kind == RunEvent::Kind::sync && record.sync() == Sync::blocked) continue;
    Footprint touches;
    const bool wakes = record.kind == RunEvent::Kind::sync && record.sync() == Sync::broadcast;
    add_touches(record, run_.log.threads, wakes ? syncs_[record.object].waiting : Waiting(),
                touches);
    look(record, touches);
    event.operation.insert(event.operation.end(), touches.begin(), touches.end());
    remember(record, touches, index);
  }
  judge(index);
  std::vector<uint32_t>& now = now_[thread_];
  event.number = now[thread_] + 1;
  for (const Before& before : before_) {
    if (before.event == index) continue;
    const auto theirs = study_.clock(before.event);
    for (uint32_t t = 0; t < study_.threads_; ++t) now[t] = std::max(now[t], theirs[t]);
  }
  now[thread_] = event.number;
  study_.clocks_.insert(study_.clocks_.end(), now.begin(), now.end());
  add_to_key(index);
  latest_[thread_] = index;
}

// A thread that waits for ever has no event, and yet its operation could have come first.
void Student::add_blocked(const RunEvent& record) {
  const auto sync = static_cast<Sync>(record.size);
  const bool waits = sync == Sync::lock || sync == Sync::share || sync == Sync::acquire ||
                     (sync == Sync::wake && record.value != 0);
  if (!waits || record.thread >= std::max<size_t>(run_.log.threads.size(), 1)) return;
  Event event;
  event.name = run_.log.threads.empty() ? 0 : run_.log.threads[record.thread].name;
  event.thread = thread_ = thread_of(event.name);
  if (thread_ >= study_.threads_) return;
  event.race = event.end = static_cast<uint32_t>(run_.choices.size());
  before_.clear();
  candidates_.clear();
  add_touches(record, run_.log.threads, {}, event.operation);
  look_at_sync(record, sync, event.operation);
  study_.blocked_.push_back(std::move(event));
  judge(static_cast<uint32_t>(study_.events_.size() + study_.blocked_.size() - 1));
}

bool Student::knows(uint32_t event) const {
  const Event& other = study_.events_[event];
  return now_[thread_][other.thread] >= other.number;
}

void Student::depend_on(const Touch& touch, bool exchangeable) {
  objects_.overlapping(touch, [&](const Touched& touched) {
    const auto see = [&](uint32_t event) {
      if (event == kNoEvent || study_.events_[event].thread == thread_) return;
      before_.push_back({event, id_of(touch)});
      if (exchangeable) candidates_.push_back({event, kNothing});
    };
    see(touched.write);
    if (touch.mode == Touch::Mode::read) return;
    for (const uint32_t read : touched.reads) see(read);
  });
}

void Student::look(const RunEvent& record, const Footprint& touches) {
  if (record.kind == RunEvent::Kind::access)
    look_at_access(record, touches.front());
  else if (record.kind == RunEvent::Kind::sync)
    look_at_sync(record, record.sync(), touches);
}

// Of a loop that waits: not possible before the last write, but among the reads since.
void Student::look_at_access(const RunEvent& record, const Touch& touch) {
  if ((record.how & RunEvent::kAwait) == 0) return depend_on(touch, true);
  depend_on(touch, false);
  if (touch.mode == Touch::Mode::read) return;
  objects_.overlapping(touch, [&](const Touched& touched) {
    for (const uint32_t read : touched.reads)
      if (study_.events_[read].thread != thread_) candidates_.push_back({read, kNothing});
  });
}

void Student::look_at_sync(const RunEvent& record, Sync sync, const Footprint& touches) {
  SyncState& state = syncs_[record.object];
  needs_signal_ = !(sync == Sync::wake && state.ends_by_itself.contains(thread_));
  const bool is_lock = sync == Sync::lock || sync == Sync::share;
  for (const Touch& touch : touches) {
    const bool is_condition = touch.object == record.object && touch.space == Touch::Space::sync;
    if (touch.mode == Touch::Mode::arrive || touch.mode == Touch::Mode::leave) {
      look_at_barrier(touch);
    } else if (touch.space == Touch::Space::thread) {
      depend_on(touch, false);
    } else if (touch.space == Touch::Space::token) {
      // A wait that may end by itself could have ended before the signal, if the lock was free.
      depend_on(touch, !needs_signal_ && free_when_signalled_[touch.object]);
    } else if (is_lock || (sync == Sync::wake && !is_condition)) {
      depend_on(touch, false);
      wait_for_lock(touch.object, sync != Sync::share);
    } else if (sync == Sync::acquire) {
      depend_on(touch, false);
      if (state.could_acquire != kNoEvent)
        candidates_.push_back({state.could_acquire, id_of(touch)});
    } else if (sync == Sync::receive) {
      depend_on(touch, true);
      if (const auto sent = state.sent.find(record.value); sent != state.sent.end())
        std::erase_if(candidates_, [&](const Candidate& c) { return c.event == sent->second; });
    } else {
      depend_on(touch, true);
      if (sync == Sync::wake) drop_who_had(record.other);
    }
  }
}

// Before these the lock was not free.
void Student::drop_who_had(uint32_t lock) {
  std::erase_if(candidates_, [&](const Candidate& candidate) {
    const Footprint& other = study_.events_[candidate.event].operation;
    return candidate.waited_for == kNothing &&
           std::any_of(other.begin(), other.end(), [&](const Touch& touch) {
             return touch.space == Touch::Space::sync && touch.object == lock;
           });
  });
}

// What is exchanged is not the release with the next acquisition, but the two acquisitions.
void Student::wait_for_lock(uint32_t lock, bool alone) {
  const SyncState& state = syncs_[lock];
  if (state.holder == thread_) return;
  if (!alone || state.shares.empty()) {
    if (state.acquired != kNoEvent) candidates_.push_back({state.acquired, id_of_sync(lock)});
    return;
  }
  // All who share it must be gone also without the one that it is exchanged with.
  for (const uint32_t share : state.shares) {
    const uint32_t sharer = study_.events_[share].thread;
    const bool stays = std::any_of(state.unshares.begin(), state.unshares.end(), [&](uint32_t e) {
      return study_.events_[e].thread != sharer && study_.before(share, e);
    });
    if (!stays) candidates_.push_back({share, id_of_sync(lock)});
  }
}

void Student::look_at_barrier(const Touch& touch) {
  const auto& arrivals = syncs_[touch.object].arrivals;
  const bool arrives = touch.mode == Touch::Mode::arrive;
  if (arrives && touch.round == 0) return;
  const auto round = arrivals.find(arrives ? touch.round - 1 : touch.round);
  if (round == arrivals.end()) return;
  for (const uint32_t event : round->second) {
    if (study_.events_[event].thread == thread_) continue;
    before_.push_back({event, id_of(touch)});
    if (arrives) candidates_.push_back({event, kNothing});
  }
}

void Student::remember(const RunEvent& record, const Footprint& touches, uint32_t event) {
  for (const Touch& touch : touches) {
    if (touch.mode == Touch::Mode::arrive)
      syncs_[touch.object].arrivals[touch.round].push_back(event);
    else if (touch.mode != Touch::Mode::leave)
      objects_.add(touch, event);
  }
  if (record.kind == RunEvent::Kind::sync) remember_sync(record, event);
}

void Student::take(uint32_t lock, uint32_t thread, uint32_t event) {
  SyncState& state = syncs_[lock];
  if (state.holder == thread) {
    ++state.depth;
    return;
  }
  state.acquired = event;
  state.holder = thread;
  state.depth = 1;
  state.shares.clear();
  state.unshares.clear();
}

void Student::note_signal(uint32_t name) {
  const uint32_t lock = lock_of_[name];
  free_when_signalled_[name] = lock == 0 || syncs_[lock].holder == kNoEvent;
}

void Student::remember_sync(const RunEvent& record, uint32_t event) {
  SyncState& state = syncs_[record.object];
  const auto what = static_cast<Sync>(record.size);
  const auto release = [](SyncState& lock) {
    if (lock.depth > 0 && --lock.depth == 0) lock.holder = kNoEvent;
  };
  switch (record.sync()) {
    case Sync::lock:
      return take(record.object, thread_, event);
    case Sync::share:
      state.shares.push_back(event);
      return;
    case Sync::try_lock:
      if (record.value == 0) return;
      if (what == Sync::acquire)
        state.could_acquire = event;
      else if (what == Sync::share)
        state.shares.push_back(event);
      else
        take(record.object, thread_, event);
      return;
    case Sync::unlock:
      if (what == Sync::share)
        state.unshares.push_back(event);
      else
        release(state);
      return;
    case Sync::wait:
      state.waiting.push_back(study_.events_[event].name);
      lock_of_[study_.events_[event].name] = record.other;
      if (record.value != 0)
        state.ends_by_itself.insert(thread_);
      else
        state.ends_by_itself.erase(thread_);
      if (record.other == 0) return;
      syncs_[record.other].depth = 0;
      syncs_[record.other].holder = kNoEvent;
      return;
    case Sync::wake:
      if (record.value != 0) std::erase(state.waiting, study_.events_[event].name);
      if (record.other != 0) take(record.other, thread_, event);
      return;
    case Sync::signal:
      if (record.other == 0 || record.other > run_.log.threads.size()) return;
      note_signal(run_.log.threads[record.other - 1].name);
      std::erase(state.waiting, run_.log.threads[record.other - 1].name);
      return;
    case Sync::broadcast:
      for (const uint32_t name : Waiting(state.waiting)) note_signal(name);
      state.waiting.clear();
      return;
    case Sync::post:
    case Sync::acquire:
      if (record.value != 0) state.could_acquire = event;
      return;
    case Sync::send:
      state.sent[record.value] = event;
      return;
    default:
      return;
  }
}

// Is there something between the first event and the one at hand, other than its having to wait?
bool Student::is_between(uint32_t first, uint64_t waited_for) const {
  // A wait that ends by itself needs its lock, and nothing that came meanwhile.
  if (!needs_signal_ && waited_for != kNothing) return false;
  return std::any_of(before_.begin(), before_.end(), [&](const Before& before) {
    return before.event != first && before.through != waited_for &&
           study_.before(first, before.event);
  });
}

void Student::judge(uint32_t index) {
  std::sort(candidates_.begin(), candidates_.end(),
            [](const Candidate& a, const Candidate& b) { return a.event < b.event; });
  uint32_t last = kNoEvent;
  for (const Candidate& candidate : candidates_) {
    if (candidate.event == last || candidate.event == index) continue;
    const Event& first = study_.events_[candidate.event];
    if (first.thread == thread_ || knows(candidate.event) ||
        is_between(candidate.event, candidate.waited_for))
      continue;
    last = candidate.event;
    study_.reversible_.push_back({candidate.event, index});
  }
}

}  // namespace cuttle
