// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/explore/explore.h"
#include "engine/explore/limitation_log.h"
#include "engine/path/path_tree.h"

namespace cuttle {

// What people see of a campaign: counters, limitations, notes, news for the observer. Any worker
// may call anything; its lock is held for a short time and never together with another.
class Bulletin {
 public:
  explicit Bulletin(const Config& config);

  // Takes over what an earlier process counted.
  void resume(const Summary& summary);

  // --- Runs -----------------------------------------------------------------------------------
  void count_run(const Execution& execution, PathTree::Verdict verdict, bool made_for_flip,
                 bool diverged);
  void know_order(const Execution& execution);  // of a run of an earlier process
  void add(const std::vector<Limitation>& limitations);
  // Each path is a test in the store. Files are for people: all of a small campaign, and of a large
  // one those that are `worth` it. True: this test gets a file.
  bool take_test_file(bool worth, bool every_path);
  // A second look costs as much as many runs: it is for the first ones, and then for some as the
  // campaign goes on.
  bool has_time_to_inspect() const;
  void count_inspection();

  // --- News -----------------------------------------------------------------------------------
  // The target's name and notes; true when they are new.
  bool publish(const TargetInfo& info);
  // How the program would get inputs, for one that has none.
  void add_input_hint(std::vector<std::string>& notes) const;
  void note(std::string text);
  void remark(const std::string& text);  // a note that is also in the summary
  void found(BugReport bug);
  void fail(Error error);  // the first one is kept
  std::optional<Error> failure() const;
  void leave(const SolverStatistics& solver, size_t flips_left);  // of a worker that is done

  // --- For explore() --------------------------------------------------------------------------
  struct News {
    std::vector<BugReport> bugs;
    std::vector<std::string> notes;
    uint64_t runs = 0, paths = 0;
  };
  // Waits up to `seconds` for news, or until `workers` have left.
  News wait(unsigned workers, double seconds);
  bool all_left(unsigned workers) const;
  // The counters; what other parts know is filled in by the caller.
  Summary summary() const;
  LimitationLog limitations() const;
  uint64_t flips_left() const;

 private:
  mutable std::mutex mutex_;
  std::condition_variable event_;
  Summary summary_;
  std::string input_hint_;
  LimitationLog limitations_;
  std::vector<BugReport> new_bugs_;
  std::vector<std::string> new_notes_;
  std::set<std::string> notes_;
  std::set<std::array<uint64_t, 2>> orders_;  // of events, in the runs of this process
  std::vector<std::string> remarks_;
  std::optional<Error> failure_;
  uint64_t flips_left_ = 0;
  unsigned left_ = 0;
};

}  // namespace cuttle
