// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/tries.h"

#include <cmath>

#include "engine/schedule/study.h"

namespace cuttle {
namespace {

SchedulePolicy::Kind kind_named(const std::string& name) {
  if (name == "random") return SchedulePolicy::Kind::random;
  if (name == "pct") return SchedulePolicy::Kind::pct;
  if (name == "pos") return SchedulePolicy::Kind::pos;
  return SchedulePolicy::Kind::stay;
}

void raise(std::atomic<uint32_t>& value, size_t to) {
  uint32_t now = value;
  while (now < to && !value.compare_exchange_weak(now, static_cast<uint32_t>(to))) {
  }
}

}  // namespace

Tries::Tries(const Config& config) : config_(config), policy_(kind_named(config.schedule)) {}

std::optional<SchedulePolicy> Tries::next() {
  if (!is_sampling()) return {};
  const uint64_t number = made_++;
  if (number >= config_.schedules) return {};
  return SchedulePolicy{policy_, (config_.seed << 32) + number + 1, config_.bug_depth, steps_};
}

void Tries::learn(const Execution& run) {
  if (run.study == nullptr) return;
  raise(threads_, run.log.threads.size());
  raise(steps_, run.study->events().size());
}

std::string Tries::promise() const {
  if (policy_ != SchedulePolicy::Kind::pct || steps_ == 0) return {};
  const double one = 1 / (threads_ * std::pow(steps_, static_cast<double>(config_.bug_depth) - 1));
  char text[160];
  std::snprintf(text, sizeof text,
                "pct: a run finds a bug that needs %u orders with a probability of at least %.2g "
                "(%u threads, %u steps)",
                config_.bug_depth, one, threads_.load(), steps_.load());
  return text;
}

}  // namespace cuttle
