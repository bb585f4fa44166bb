// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/stalls.h"

#include <algorithm>
#include <cmath>

namespace cuttle {
namespace {

constexpr double part_of_campaign = 0.03;    // for a run; its replay gets as much
constexpr double part_for_the_first = 0.06;  // as long as nobody knows how long runs take
constexpr double part_of_all = 0.1;          // for all runs that do not end
// So many times as long as others took is nothing to wonder about, and later on still allowed.
constexpr double normal = 8, least = 2;
constexpr double shortest = 0.2;  // seconds: of short campaigns
constexpr unsigned most_quarterings = 5;

bool is_stall(const Outcome& outcome) {
  return outcome.is_bug() && outcome.bug == BugKind::timeout;
}

}  // namespace

RunLimits Stalls::whole_locked() const {
  RunLimits limits = limits_;
  if (campaign_seconds_ <= 0) return limits;
  const double part = longest_ < 0 ? part_for_the_first : part_of_campaign;
  limits.seconds =
      std::min(limits.seconds, std::max({shortest, part * campaign_seconds_, normal * longest_}));
  return limits;
}

RunLimits Stalls::whole() const {
  std::lock_guard lock(mutex_);
  return whole_locked();
}

RunLimits Stalls::current() const {
  std::lock_guard lock(mutex_);
  RunLimits limits = whole_locked();
  const double share = std::pow(0.25, std::min(most_stuck_, most_quarterings));
  const bool spent = campaign_seconds_ > 0 && stalled_ > part_of_all * campaign_seconds_;
  limits.seconds = std::min(limits.seconds,
                            std::max(share * limits.seconds, (spent ? least : normal) * longest_));
  return limits;
}

void Stalls::learn(const Outcome& outcome, double seconds) {
  std::lock_guard lock(mutex_);
  if (is_stall(outcome)) {
    most_stuck_ = std::max(most_stuck_, ++stuck_[outcome.key]);
    stalled_ += seconds;
  } else if (outcome.kind != Outcome::Kind::lost) {
    longest_ = std::max(longest_, seconds);
  }
}

bool Stalls::deserves_more(const Outcome& outcome, const RunLimits& given) const {
  std::lock_guard lock(mutex_);
  return is_stall(outcome) && given.seconds < whole_locked().seconds &&
         !stuck_.contains(outcome.key);
}

}  // namespace cuttle
