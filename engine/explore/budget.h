// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "engine/explore/config.h"

namespace cuttle {

// Why a campaign ends before all is explored.
enum class StopCause : uint8_t { none, runs, time, interrupt, bug, covered, failure };

// The time and the runs that a campaign may take, and whether it is to stop. Any worker may call
// anything at any time; nothing here waits.
class Budget {
 public:
  Budget(const Config& config, const std::atomic<bool>& interrupted)
      : config_(config), interrupted_(interrupted) {}

  // What earlier processes used. Before the first run.
  void resume(double seconds, uint64_t runs);

  // The number of the next run, from 1 on; 0 when the budget of runs is used up, and then the
  // campaign stops.
  uint64_t begin_run();
  bool begun() const { return runs_.load(std::memory_order_relaxed) > earlier_runs_; }
  uint64_t earlier_runs() const { return earlier_runs_; }

  void stop(StopCause cause);                                       // the first cause counts
  bool was_stopped() const { return stopped_ != StopCause::none; }  // by somebody, not by time
  bool stopping() const { return cause() != StopCause::none; }
  StopCause cause() const;

  double seconds() const { return earlier_seconds_ + elapsed(); }  // of all processes
  double elapsed() const;                                          // of this one
  double seconds_left() const;                                     // 0: there is no limit

 private:
  using Clock = std::chrono::steady_clock;

  const Config& config_;
  const std::atomic<bool>& interrupted_;
  const Clock::time_point start_ = Clock::now();
  double earlier_seconds_ = 0;
  uint64_t earlier_runs_ = 0;
  std::atomic<uint64_t> runs_{0};
  std::atomic<StopCause> stopped_{StopCause::none};
};

}  // namespace cuttle
