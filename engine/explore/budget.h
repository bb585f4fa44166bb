// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "engine/explore/config.h"
#include "engine/support/deadline.h"

namespace cuttle {

// Why a campaign ends before all is explored.
// `lost`: others took over what this process had to do; it begins anew.
enum class StopCause : uint8_t { none, runs, time, interrupt, bug, covered, failure, lost };

// What others who work on the campaign are told.
std::string name_of(StopCause cause);
StopCause cause_named(const std::string& name);  // `interrupt` for a name that is not known

// Where the time comes from; tests bring a clock of their own.
using Now = std::function<Deadline()>;
inline Deadline steady_now() {
  return std::chrono::steady_clock::now();
}

// The time and the runs that a campaign may take, and whether it is to stop. Any worker may call
// anything at any time; nothing here waits.
class Budget {
 public:
  Budget(const Config& config, const std::atomic<bool>& interrupted, Now clock = steady_now)
      : config_(config), interrupted_(interrupted), clock_(std::move(clock)) {}

  // What earlier sessions used. Before the first run.
  void resume(double seconds, uint64_t runs);

  // May there be another run? If not, the budget of runs is used up, and the campaign stops.
  bool begin_run();
  void take_back_run() { runs_.fetch_sub(1, std::memory_order_relaxed); }  // it came to nothing
  bool begun() const { return runs_.load(std::memory_order_relaxed) > earlier_runs_; }
  uint64_t earlier_runs() const { return earlier_runs_; }
  uint64_t own_runs() const { return runs_.load(std::memory_order_relaxed) - earlier_runs_; }

  void stop(StopCause cause);                                       // the first cause counts
  bool was_stopped() const { return stopped_ != StopCause::none; }  // by somebody, not by time
  bool stopping() const { return cause() != StopCause::none; }
  StopCause cause() const;

  double seconds() const { return earlier_seconds_ + elapsed(); }  // of all processes
  double elapsed() const;                                          // of this one
  double seconds_left() const;                                     // 0: there is no limit
  Deadline end() const;                                            // of everything but:
  // What was found in the last moment is still confirmed, if it takes no longer than this.
  Deadline end_of_confirming() const;
  bool is_over() const { return clock_() >= end(); }

 private:
  const Config& config_;
  const std::atomic<bool>& interrupted_;
  const Now clock_;
  const Deadline start_ = clock_();
  double earlier_seconds_ = 0;
  uint64_t earlier_runs_ = 0;
  std::atomic<uint64_t> runs_{0};
  std::atomic<StopCause> stopped_{StopCause::none};
};

}  // namespace cuttle
