// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>

#include "engine/schedule/objects.h"
#include "engine/schedule/study.h"

namespace cuttle {

// Makes a Study: goes through a run once, from its beginning to its end.
class Student {
 public:
  Student(const Execution& run, Study& study) : run_(run), study_(study) {}
  void work();

 private:
  // An event on which the one at hand depends, and the object that makes it so.
  struct Before {
    uint32_t event;
    uint64_t through;
  };
  // An event that the one at hand may be exchanged with. What happened to `waited_for` since it was
  // only that the operation had to wait (0: nothing like that).
  struct Candidate {
    uint32_t event;
    uint64_t waited_for;
  };

  void collect();
  void add(uint32_t index);
  void add_blocked(const RunEvent& record);
  // --- One record of an event ------------------------------------------------------------------
  void look(const RunEvent& record, const Footprint& touches);
  void look_at_access(const RunEvent& record, const Touch& touch);
  void look_at_sync(const RunEvent& record, Sync sync, const Footprint& touches);
  void wait_for_lock(uint32_t lock, bool alone);
  void look_at_barrier(const Touch& touch);
  void drop_who_had(uint32_t lock);
  void remember(const RunEvent& record, const Footprint& touches, uint32_t event);
  void remember_sync(const RunEvent& record, uint32_t event);
  void take(uint32_t lock, uint32_t thread, uint32_t event);
  // --- What it comes to -------------------------------------------------------------------------
  void depend_on(const Touch& touch, bool exchangeable);
  void judge(uint32_t index);
  bool is_between(uint32_t first, uint64_t waited_for) const;
  bool knows(uint32_t event) const;  // does the thread at hand, before its operation?
  void add_to_key(uint32_t index);
  uint32_t thread_of(AlternativeId name);
  void note_signal(uint32_t name);

  const Execution& run_;
  Study& study_;
  Objects objects_;
  std::unordered_map<uint32_t, SyncState> syncs_;
  std::unordered_map<uint32_t, uint32_t> index_of_;         // threads, by name
  std::vector<std::vector<uint32_t>> now_;                  // clocks of the threads
  std::vector<std::pair<uint32_t, uint32_t>> records_;      // by event: from, to
  std::vector<std::array<uint64_t, 2>> hashes_;             // of the events
  std::unordered_map<uint32_t, uint32_t> lock_of_;          // of a thread that waits, by its name
  std::unordered_map<uint32_t, bool> free_when_signalled_;  // was that lock?
  std::vector<uint32_t> latest_;                            // event of each thread
  // Of the event at hand.
  uint32_t thread_ = 0;
  bool needs_signal_ = true;  // of a wake: the wait could not end by itself
  std::vector<Before> before_;
  std::vector<Candidate> candidates_;
};

}  // namespace cuttle
