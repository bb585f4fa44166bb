// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>

#include "engine/campaign/records.h"
#include "engine/support/result.h"

namespace cuttle {

// The name of a flip in its store: made of its run, whose number is given once, its choice and its
// alternative. Ascending keys are opened one after the other, so that a table of them grows at its
// end; digests of the way to the choice, which would need no run, cost a third of the speed.
struct ItemKey {
  uint64_t high = 0, low = 0;
  static ItemKey of(uint64_t run, uint32_t choice, AlternativeId alternative) {
    return {run << 32 | choice, alternative};
  }
  friend auto operator<=>(const ItemKey&, const ItemKey&) = default;
};

// A flip that is still to be tried: the run whose choice it flips, the index of that choice and
// the alternative to go for. Whoever leases it executes the run again to get the conditions.
struct WorkItem {
  ItemKey key;
  uint64_t run = 0;
  uint32_t choice = 0;
  AlternativeId alternative = 0;
  // For an open choice: runs whose alternatives at this choice are known as well and excluded. Not
  // part of the key: an item that is completed and opened again has more of them.
  std::vector<uint64_t> siblings;
  std::string plan;  // for schedule flips
  friend bool operator==(const WorkItem&, const WorkItem&) = default;
};

using LeaseToken = uint64_t;  // 0: none

// Items that belong to one holder for a time.
struct Lease {
  LeaseToken token = 0;
  std::vector<WorkItem> items;  // by run, choice and alternative; empty: nothing is to be had now
};

// One step of a campaign, recorded completely or not at all: a run with what it opens, or a flip
// that led to no run.
struct Completion {
  std::optional<ItemKey> item;  // leaves the store; none: the first run, a seed
  std::optional<RunRecord> run;
  std::vector<WorkItem> opens;    // belong to the lease
  std::optional<Limitation> why;  // there is no run: undecided, dropped
};

// What the other holders are about.
struct Demand {
  uint32_t working = 0;  // hold items, as far as anybody knows
  uint32_t waiting = 0;  // asked for items, got none, and opened none since
  uint64_t free = 0;     // items that nobody holds
  std::string stopped;   // CampaignStopped::why
};

// What is still to do in a campaign. Thread-safe; writes are queued as those of RecordStore.
//
// An object of this class is one holder (a process). All that it leases and opens is under one
// token. When the token expires, because its holder was killed or sleeps, another holder may take
// everything over. From then on the token is lost: completions under it change nothing, so that no
// run is recorded twice, and the next lease() gives a new one. A token that has expired but that
// nobody has taken over is still good, and can be extended.
class WorkStore {
 public:
  virtual ~WorkStore() = default;
  // Up to `most` items, for `seconds` from now as all others under this token. Begins with what is
  // free; then with what expired leases held.
  virtual Result<Lease> lease(uint32_t most, double seconds) = 0;
  // False: the token was lost. No seconds end it: what it holds is free, and it is lost.
  virtual Result<bool> extend(LeaseToken token, double seconds) = 0;
  // Items of a lost token change nothing with all that comes with them. Opening an item that is
  // there already changes nothing.
  virtual Result<void> complete(LeaseToken token, std::vector<Completion> steps) = 0;
  // Gives items to others. Those of a lost token stay as they are.
  virtual Result<void> release(LeaseToken token, std::vector<ItemKey> items) = 0;
  virtual Result<Demand> demand() = 0;
};

}  // namespace cuttle
