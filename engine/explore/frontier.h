// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/explore/closings.h"
#include "engine/explore/exchange.h"
#include "engine/search/strategy.h"

namespace cuttle {

// What booking a run came to.
struct Booked {
  PathTree::Verdict verdict = PathTree::Verdict::fresh;
  bool merged = false;                   // see PathTree::Insertion
  bool reopened = false;                 // the open choice of the flip may have more to offer
  std::vector<PathTree::Opened> opened;  // flips of the run that may be tried
  // Flips of the run that an advisor asked for: all, for the record, and those that may be tried
  // now, to be given when the run is recorded.
  std::vector<StoredFlip> prescribed;
  std::vector<Parcel> parcels;
  std::vector<StoredFlip> rejoined;  // open choices of others that have one more sibling now
  std::vector<StoredFlip> crossed;   // flips of others that a run without a flip took on its way
};

// What is to be explored: the path tree, and how flips leave it and come back. All members may be
// called from any worker. Under its lock happens nothing but work in the memory of the tree: no
// language, no solver, no store.
class Frontier {
 public:
  explicit Frontier(Advisor* advisor = nullptr);

  // --- Flips ----------------------------------------------------------------------------------
  // Takes the flip for trying. False: somebody arrived there without it. An open choice gets the
  // runs that came by on their own way as further siblings.
  bool claim(Flip& flip);
  void release(const Flip& flip);
  // Nothing: its node is gone.
  std::optional<PathTree::State> state_of(const Flip& flip) const;
  // The flip led to no run. What may be tried instead is to be given when that is recorded.
  std::vector<Parcel> settle(const Flip& flip, Closed why);
  // Adds a run that was made for `flip` (null: for no flip). `predicted`: it went where it was
  // sent.
  Booked book(uint64_t run, const Execution& execution, const Flip* flip, bool predicted,
              PathEnd end);
  // Adds a run of an earlier process, as it was added there.
  Booked book_again(uint64_t run, const Execution& execution, PathEnd end);
  // Something that such a run opened was settled without a run.
  std::vector<Parcel> forgo(PathTree::NodeId node, AlternativeId alternative);
  bool is_pending(PathTree::NodeId node, AlternativeId alternative) const;
  // With an advisor, a run is booked and recorded, and a flip settled and recorded, before the
  // next: what that opens is a flip of a run that the store knows. Nothing without one.
  std::unique_lock<std::mutex> in_order();
  // Puts the flips of an earlier process into the tree.
  std::vector<PathTree::Opened> restore(const Execution& execution, const Parcel& parcel,
                                        PathEnd end);

  // --- Other workers, other processes ---------------------------------------------------------
  // After restored flips come runs without a flip, which may take what those are about.
  void expect_strays() { strays_follow_ = true; }
  bool strays_follow() const { return strays_follow_; }
  // Of a restored open choice: an alternative that an earlier run took.
  void know(PathTree::NodeId node, AlternativeId alternative);
  // A parcel of an earlier process is on its way to a worker, who will restore its flips.
  void expect(const Parcel& parcel);
  // Another process shall do this: what is behind these flips is no concern of this one any more.
  struct ForOthers {
    std::vector<StoredFlip> flips;
    std::vector<StoredFlip> taken;  // somebody arrived there without them
  };
  ForOthers leave(Parcel parcel);
  // Tells the advisor of what was closed. Cheap when there is nothing to tell.
  void drain();

  // Does an advisor say what is tried, and in which order?
  bool is_advised() const { return is_advised_; }
  uint64_t size() const;  // flips that were not tried, those on their way included
  bool all_closed() const;

 private:
  using Edge = std::pair<PathTree::NodeId, AlternativeId>;

  // What changed becomes parcels; flips that no record has yet are `prescribed`.
  void note(PathTree::Changes changes, std::vector<Parcel>& parcels,
            std::vector<StoredFlip>* prescribed = nullptr);
  void note(PathTree::Changes changes, Booked& booked) {
    note(std::move(changes), booked.parcels, &booked.prescribed);
  }
  void remember(uint64_t run, const PathTree::Insertion& arrival, Booked& booked);
  void remember(const Parcel& parcel, const std::vector<PathTree::Opened>& opened);
  class Granter;
  void ask(uint64_t run, const Execution& execution, const PathTree::Insertion& arrival,
           Booked& booked);

  // From the first run with something to say for the advisor on.
  void wake(const Execution& execution);

  Advisor* const advisor_;
  std::atomic<bool> is_advised_{false};
  mutable std::mutex mutex_;
  PathTree tree_;
  uint64_t unborn_ = 0;          // items of parcels that are not in the tree
  std::map<Edge, Parcel> held_;  // until their turn comes
  // With an advisor: for each node a run, and its choice there.
  std::map<PathTree::NodeId, std::pair<uint64_t, uint32_t>> passed_;
  std::map<PathTree::NodeId, std::vector<uint64_t>> joined_;  // runs that came by an open choice
  bool strays_follow_ = false;
  // Of runs without a flip, and of those restored before one: who opened what, because others may
  // come by.
  struct Opener {
    uint64_t run = 0;
    uint32_t choice = 0;
    std::vector<uint64_t> siblings = {};  // of an open choice, as they were restored
  };
  std::map<PathTree::NodeId, Opener> openers_;
  Closings closings_;
  std::mutex order_;
};

}  // namespace cuttle
