// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/campaign/records.h"
#include "engine/path/path_tree.h"
#include "engine/path/plan.h"
#include "engine/path/test_case.h"

namespace cuttle {

// Flips of one run on their way to another worker, or from an earlier process to this one. Whoever
// takes the parcel executes the run again, because conditions live in the pool of one worker.
struct Parcel {
  static constexpr size_t most = 64;  // items
  struct Item {
    StoredFlip flip;
    PathTree::NodeId node = 0;  // 0: restored from the store, not in the tree yet
    std::shared_ptr<const std::vector<PathStep>> then = {};  // Flip::then
    std::vector<Piece> holds = {};                           // Flip::holds
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

// Where parcels wait for workers, and workers for parcels. All members may be called from any
// worker.
class Exchange {
 public:
  void worker_started();
  void give(Parcel parcel);
  // Is there a worker without work for whom no parcel is waiting?
  bool somebody_is_idle() const { return hungry_.load(std::memory_order_relaxed) > 0; }
  // Blocks until somebody has work to give; nothing when all work is done or `stopping` says so.
  // When all workers of this process wait, one of them asks `refill`, without a lock, again and
  // again until it gives something or knows that there is nothing.
  enum class Refill : uint8_t { given, later, finished };
  std::optional<Parcel> wait(const std::function<bool()>& stopping,
                             const std::function<Refill()>& refill = {});
  // How many parcels other processes wait for.
  void others_wait(unsigned parcels);
  // One of those, for which no worker here waits.
  std::optional<Parcel> take_for_others();
  uint64_t items() const;  // of all parcels that wait

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Parcel> parcels_;
  unsigned workers_ = 0, idle_ = 0, others_ = 0;
  bool asking_ = false, finished_ = false;
  std::atomic<int> hungry_{0};  // idle workers and what others wait for, less parcels
};

}  // namespace cuttle
