// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/explore/explore.h"
#include "engine/explore/limitation_log.h"
#include "engine/path/path_tree.h"
#include "engine/search/strategy.h"

namespace cuttle {

// Flips of one run on their way to another worker, or from an earlier process to this one. Whoever
// takes the parcel executes the run again, because conditions live in the pool of one worker.
struct Parcel {
  struct Item {
    StoredFlip flip;
    PathTree::NodeId node = 0;  // 0: restored from the store, not in the tree yet
  };
  uint64_t run = 0;
  uint32_t generation = 0;
  uint32_t novelty = 0;
  std::vector<Item> items;  // by choice
};

// What the workers of one campaign share: the tree, the counters, the budgets, the store. All
// members may be called from any worker.
class Session {
 public:
  Session(const Config& config, Campaign& campaign, const std::atomic<bool>& interrupted);

  // Takes over what an earlier process left.
  Result<void> resume();

  // --- Flow of work ---------------------------------------------------------------------------
  bool stopping() const;
  double seconds_left() const;  // of --time; 0: there is no such limit
  // True for exactly one worker of a new campaign: it makes the first run.
  bool take_first_run();
  // Blocks until somebody has work to give, or returns nothing when all work is done.
  std::optional<Parcel> wait_for_parcel();
  bool somebody_is_idle() const { return hungry_.load(std::memory_order_relaxed) > 0; }
  void give(Parcel parcel);
  void leave(const SolverStatistics& solver, size_t flips_left);

  // --- Flips and runs -------------------------------------------------------------------------
  bool claim(const Flip& flip);
  void settle(const Flip& flip, const std::optional<Limitation>& why);
  void release(const Flip& flip);
  // The number of the next run, or 0 when the budget of runs is used up.
  uint64_t begin_run();

  struct Recorded {
    PathTree::Verdict verdict = PathTree::Verdict::fresh;
    std::vector<PathTree::Opened> opened;
    uint32_t novelty = 0;
    bool reopened = false;  // the open choice of `flip` may have more alternatives
  };
  // Books a run that was made for `flip` (null: the first one). `diverged` is the site at which it
  // left its prediction; `describe` fills in what only tests that are kept as files need.
  Recorded record(uint64_t run, const Execution& execution, PortableTestCase test,
                  const std::function<void(RunRecord&)>& describe, const TargetInfo& info,
                  const Flip* flip, std::optional<SiteId> diverged);
  // What was covered since `seen`, the number of points that the caller knows of.
  std::vector<uint32_t> covered_since(size_t& seen);
  std::vector<PathTree::Opened> restore(const Execution& execution, const Parcel& parcel);

  // Does the run cover something new, and is a second look at it affordable (see Target::inspect)?
  bool wants_inspection(const Execution& execution);
  void count_inspection();

  // --- Bugs -----------------------------------------------------------------------------------
  // True for the first run that shows this bug, and for a few more while it is not confirmed: the
  // worker confirms and reports it.
  bool is_new_bug(const Outcome& outcome);
  void report_bug(BugReport bug);
  // A bug that an earlier process found but could not confirm before it was stopped.
  std::optional<BugReport> take_unconfirmed();

  // --- For explore() ----------------------------------------------------------------------------
  // Cheap when nothing changed (programs that load code at run time grow).
  void publish_info(const TargetInfo& info);
  void note(std::string text);
  void fail(Error error);
  const std::optional<Error>& failure() const { return failure_; }
  // Waits up to `seconds` for an event, then hands everything new to the observer.
  void pump(Observer& observer, double seconds);
  void worker_started() { ++workers_; }
  bool finished();
  Summary summarise();

  Campaign& campaign() { return campaign_; }
  const Config& config() const { return config_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool out_of_time() const;
  double elapsed() const;
  bool done() const { return idle_ == workers_ && parcels_.empty(); }
  uint32_t cover(const std::vector<uint32_t>& points, std::vector<uint32_t>& fresh);
  void check_cover_goal();
  bool wants_every_path() const;
  void note_depth(const Execution& execution, const TargetInfo& info,
                  std::vector<Limitation>& limitations) const;
  void count_verdict(const Execution& execution, PathTree::Verdict verdict, bool is_seed);
  void check(Result<void> result);
  Progress snapshot() const;

  const Config& config_;
  Campaign& campaign_;
  const std::atomic<bool>& interrupted_;
  const Clock::time_point start_ = Clock::now();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::condition_variable event_;
  PathTree tree_;
  Summary summary_;
  LimitationLog limitations_;
  std::vector<bool> covered_;
  std::vector<uint32_t> cover_log_;  // the covered points in the order in which they were reached
  std::set<std::string> known_bugs_;
  std::map<std::string, unsigned> doubtful_bugs_;  // not confirmed; how often it was tried again
  std::deque<Parcel> parcels_;
  std::vector<BugReport> new_bugs_;
  std::vector<BugReport> unconfirmed_;  // from an earlier process
  std::vector<std::string> new_notes_;
  std::set<std::string> notes_;
  std::vector<CoverageFamily> coverage_;
  std::optional<Error> failure_;
  double earlier_seconds_ = 0;
  uint64_t earlier_runs_ = 0;
  uint64_t runs_begun_ = 0;
  std::string cover_goal_;  // --cover: a coverage family, "errors", or nothing
  uint64_t frontier_ = 0;   // pending flips, all workers and parcels
  uint64_t flips_left_ = 0;
  unsigned workers_ = 0, idle_ = 0, left_ = 0;
  bool first_run_taken_ = false;
  bool budget_hit_ = false;
  bool stopped_on_bug_ = false;
  bool everything_covered_ = false;
  std::atomic<bool> stop_{false};
  std::atomic<int> hungry_{0};
};

}  // namespace cuttle
