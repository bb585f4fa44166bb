// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/budget.h"

#include <algorithm>

namespace cuttle {

void Budget::resume(double seconds, uint64_t runs) {
  earlier_seconds_ = seconds;
  earlier_runs_ = runs;
  runs_ = runs;
}

uint64_t Budget::begin_run() {
  uint64_t runs = runs_.load(std::memory_order_relaxed);
  do {
    if (config_.max_runs != 0 && runs - earlier_runs_ >= config_.max_runs) {
      stop(StopCause::runs);
      return 0;
    }
  } while (!runs_.compare_exchange_weak(runs, runs + 1, std::memory_order_relaxed));
  return runs + 1;
}

void Budget::stop(StopCause cause) {
  StopCause none = StopCause::none;
  stopped_.compare_exchange_strong(none, cause);
}

StopCause Budget::cause() const {
  if (interrupted_.load(std::memory_order_relaxed)) return StopCause::interrupt;
  const StopCause stopped = stopped_.load(std::memory_order_relaxed);
  if (stopped != StopCause::none) return stopped;
  const bool late = config_.time_seconds > 0 && elapsed() >= config_.time_seconds;
  return late ? StopCause::time : StopCause::none;
}

double Budget::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

double Budget::seconds_left() const {
  constexpr double shortest = 0.001;  // 0 would mean no limit
  return config_.time_seconds > 0 ? std::max(shortest, config_.time_seconds - elapsed()) : 0;
}

}  // namespace cuttle
