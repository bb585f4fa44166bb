// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <mutex>
#include <vector>

#include "engine/campaign/campaign_store.h"

namespace cuttle {

// This process's share in a campaign: what it holds of the work that is to be done, and the way to
// the store. All calls are thread-safe.
//
// Several processes may work on one campaign. Each holds flips under a lease, and nothing but what
// lies behind them: its path tree counts all else as closed, so that the subtrees of two processes
// have nothing in common, and no run of one can open what another has. Who has nothing to do says
// so in the store; who has plenty then releases some of it there (docs/many-processes.md).
class Share {
 public:
  // How long the work of a process that was killed waits for another to take it over, and how often
  // one that lives says so.
  static constexpr double kLeaseSeconds = 10, kExtendSeconds = 2;

  // `joined`: beside the process that began or resumed the campaign.
  Share(CampaignStore& store, bool joined) : store_(store), joined_(joined) {}
  ~Share() { leave(); }
  Share(const Share&) = delete;

  // The flips to begin with: all there are, or some, for one that joins.
  Result<std::vector<StoredFlip>> begin();
  // Gives back what is held. Nothing can be recorded any more.
  void leave();

  // --- Records --------------------------------------------------------------------------------
  Result<uint64_t> number() { return store_.numbers(1); }  // of the next run
  Result<void> record(RunRecord record);
  // A flip that led to no run: unsatisfiable, undecided (with a limitation) or dropped.
  Result<void> resolve(const StoredFlip& flip, const std::optional<Limitation>& why);
  // The flip of an open choice has other siblings now.
  Result<void> open_again(const StoredFlip& flip);
  Result<void> put(Operation operation) { return store_.put(std::move(operation)); }
  CampaignStore& store() { return store_; }

  // --- Other processes ------------------------------------------------------------------------
  bool joined() const { return joined_; }
  bool shared() const;  // others were seen
  // To be called now and then: keeps the lease, and tells what others want. `lost`: this process
  // was away for so long that others took its work over.
  struct News {
    bool lost = false;
    unsigned waiting = 0;  // others, for work that nobody has released yet
    std::string stopped;   // CampaignStopped::why
  };
  Result<News> tend();
  Result<void> release(const std::vector<StoredFlip>& flips);
  // For who has nothing left to do. `finished`: neither has anybody else.
  struct More {
    bool lost = false, finished = false;
    std::vector<StoredFlip> flips;
  };
  Result<More> more(unsigned workers);
  // Until they have left, or are dead. Says whether there is nobody else now.
  Result<bool> wait_for_others(double seconds);
  bool is_alone();

 private:
  using Clock = std::chrono::steady_clock;

  Result<void> complete(Completion step);
  Result<Demand> demand();

  CampaignStore& store_;
  const bool joined_;
  LeaseToken token_ = 0;      // constant after begin()
  mutable std::mutex mutex_;  // all below
  bool shared_ = false;
  bool asked_ = false;  // and got nothing
  Clock::time_point last_extended_{}, last_asked_{};
};

}  // namespace cuttle
