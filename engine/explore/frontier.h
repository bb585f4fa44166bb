// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/campaign/campaign.h"
#include "engine/path/advisor.h"
#include "engine/path/path_tree.h"
#include "engine/search/strategy.h"

namespace cuttle {

// Flips of one run on their way to another worker, or from an earlier process to this one. Whoever
// takes the parcel executes the run again, because conditions live in the pool of one worker.
struct Parcel {
  static constexpr size_t most = 64;  // items
  struct Item {
    StoredFlip flip;
    PathTree::NodeId node = 0;  // 0: restored from the store, not in the tree yet
    std::shared_ptr<const std::vector<PathStep>> then = {};  // Flip::then
    AlternativeId alternative() const {                      // Flip::alternative
      return then ? then->back().alternative : flip.alternative;
    }
  };
  uint64_t run = 0;
  // The run's test case, if the giver had it at hand: asking the store means waiting for the disk.
  std::optional<PortableTestCase> test = {};
  uint32_t generation = 0;
  uint32_t novelty = 0;
  std::vector<Item> items;  // by choice
};

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
  std::vector<StoredFlip> crossed;  // flips of others that a run without a flip took on its way
};

// What is to be explored: the path tree and the flips between workers. All members may be called
// from any worker. Under its lock happens nothing but work in the memory of the tree: no language,
// no solver, no store.
class Frontier {
 public:
  explicit Frontier(Advisor* advisor = nullptr);

  // --- Flips ----------------------------------------------------------------------------------
  // Takes the flip for trying. False: somebody arrived there without it. An open choice gets the
  // runs that came by on their own way as further siblings.
  bool claim(Flip& flip);
  void release(const Flip& flip);
  // The flip led to no run.
  void settle(const Flip& flip, Closed why);
  // Adds a run that was made for `flip` (null: for no flip). `predicted`: it went where it was
  // sent.
  Booked book(uint64_t run, const Execution& execution, const Flip* flip, bool predicted,
              PathEnd end);
  // With an advisor, a run is booked and recorded, and a flip settled and recorded, before the
  // next: what that opens is a flip of a run that the store knows. Nothing without one.
  std::unique_lock<std::mutex> in_order();
  // Puts the flips of an earlier process into the tree.
  std::vector<PathTree::Opened> restore(const Execution& execution, const Parcel& parcel,
                                        PathEnd end);

  // --- Between workers ------------------------------------------------------------------------
  void worker_started();
  void give(Parcel parcel);
  // Is there a worker without work for whom no parcel is waiting?
  bool somebody_is_idle() const { return hungry_.load(std::memory_order_relaxed) > 0; }
  // Blocks until somebody has work to give; nothing when all work is done or `stopping` says so.
  std::optional<Parcel> wait(const std::function<bool()>& stopping);
  // Tells the advisor of what was closed. Cheap when there is nothing to tell.
  void drain();

  uint64_t size() const;  // flips that were not tried, those of parcels included
  uint64_t in_parcels() const;
  bool all_closed() const;

 private:
  using Edge = std::pair<PathTree::NodeId, AlternativeId>;

  void put(Parcel parcel);
  // What changed becomes parcels: for who books a run, or else for who waits.
  void note(PathTree::Changes changes, Booked* booked = nullptr);
  void remember(uint64_t run, const PathTree::Insertion& arrival, Booked& booked);
  void ask(uint64_t run, const Execution& execution, const PathTree::Insertion& arrival,
           Booked& booked);
  bool done() const { return idle_ == workers_ && parcels_.empty(); }

  Advisor* const advisor_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  PathTree tree_;
  std::deque<Parcel> parcels_;
  uint64_t unborn_ = 0;          // items of parcels that are not in the tree
  std::map<Edge, Parcel> held_;  // until their turn comes
  // With an advisor: for each node a run, and its choice there.
  std::map<PathTree::NodeId, std::pair<uint64_t, uint32_t>> passed_;
  std::map<PathTree::NodeId, std::vector<uint64_t>> joined_;  // runs that came by an open choice
  unsigned workers_ = 0, idle_ = 0;
  std::atomic<int> hungry_{0};  // idle workers less parcels

  std::mutex closings_mutex_;
  std::vector<PathTree::Closing> closings_;  // not told yet
  std::atomic<bool> anything_closed_{false};
  // Of runs without a flip: who opened what, because others of them may come by.
  std::map<PathTree::NodeId, std::pair<uint64_t, uint32_t>> openers_;
  std::mutex order_;
  std::mutex telling_;
};

}  // namespace cuttle
