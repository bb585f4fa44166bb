// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/budget.h"

#include <algorithm>
#include <utility>

namespace cuttle {

namespace {

constexpr std::pair<StopCause, const char*> kNames[] = {
    {StopCause::runs, "runs"}, {StopCause::time, "time"},       {StopCause::interrupt, "interrupt"},
    {StopCause::bug, "bug"},   {StopCause::covered, "covered"}, {StopCause::failure, "failure"},
};

}  // namespace

std::string name_of(StopCause cause) {
  for (const auto& [known, name] : kNames)
    if (known == cause) return name;
  return "interrupt";
}

StopCause cause_named(const std::string& name) {
  for (const auto& [cause, known] : kNames)
    if (known == name) return cause;
  return StopCause::interrupt;
}

void Budget::resume(double seconds, uint64_t runs) {
  earlier_seconds_ = seconds;
  earlier_runs_ = runs;
  runs_ = runs;
}

bool Budget::begin_run() {
  uint64_t runs = runs_.load(std::memory_order_relaxed);
  do {
    if (config_.max_runs != 0 && runs - earlier_runs_ >= config_.max_runs) {
      stop(StopCause::runs);
      return false;
    }
  } while (!runs_.compare_exchange_weak(runs, runs + 1, std::memory_order_relaxed));
  return true;
}

void Budget::stop(StopCause cause) {
  StopCause none = StopCause::none;
  stopped_.compare_exchange_strong(none, cause);
}

StopCause Budget::cause() const {
  if (interrupted_.load(std::memory_order_relaxed)) return StopCause::interrupt;
  const StopCause stopped = stopped_.load(std::memory_order_relaxed);
  if (stopped != StopCause::none) return stopped;
  return is_over() ? StopCause::time : StopCause::none;
}

double Budget::elapsed() const {
  return std::chrono::duration<double>(clock_() - start_).count();
}

Deadline Budget::end() const {
  if (config_.time_seconds <= 0) return config_.limits.until;
  return std::min(config_.limits.until, deadline_after(start_, config_.time_seconds));
}

Deadline Budget::end_of_confirming() const {
  constexpr double part = 0.05;
  const Deadline last = end();
  return last == Deadline::max() ? last : deadline_after(last, part * config_.time_seconds);
}

double Budget::seconds_left() const {
  constexpr double shortest = 0.001;  // 0 would mean no limit
  const Deadline last = end();
  if (last == Deadline::max()) return 0;
  return std::max(shortest, std::chrono::duration<double>(last - clock_()).count());
}

}  // namespace cuttle
