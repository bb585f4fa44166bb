// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/explore/closings.h"
#include "engine/explore/strays.h"
#include "engine/explore/turns.h"
#include "engine/search/strategy.h"

namespace cuttle {

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
  std::vector<Parcel> forgo(PathTree::NodeId node, AlternativeId alternative, Closed why);
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
  // Does this thread hold the lock? For tests of what happens under it.
  static bool is_held();

 private:
  // Who works on the tree has the lock.
  class Hold {
   public:
    explicit Hold(const Frontier& frontier);
    ~Hold();

   private:
    std::lock_guard<std::mutex> lock_;
  };

  // What changed becomes parcels, and something to tell the advisor.
  void note(PathTree::Changes changes, std::vector<Parcel>& parcels,
            std::vector<StoredFlip>* prescribed = nullptr);
  void note(PathTree::Changes changes, Booked& booked) {
    note(std::move(changes), booked.parcels, &booked.prescribed);
  }
  // From the first run with something to say for the advisor on.
  void wake(const Execution& execution);
  std::shared_ptr<const Plan> plan(const Flip& flip);

  Advisor* const advisor_;
  OrderAdvisor* const orders_;
  std::atomic<bool> is_advised_{false};
  mutable std::mutex mutex_;  // all below, but for the order
  PathTree tree_;
  uint64_t unborn_ = 0;  // items of parcels that are not in the tree
  Turns turns_{tree_};
  Strays strays_;
  bool strays_follow_ = false;
  Closings closings_;
  std::mutex order_;
};

}  // namespace cuttle
