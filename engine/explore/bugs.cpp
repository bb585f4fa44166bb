// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/bugs.h"

#include <algorithm>

#include "engine/support/check.h"

namespace cuttle {
namespace {

// Further inputs that an unconfirmed bug is replayed with.
constexpr unsigned kMostDoubts = 10;

}  // namespace

void Bugs::restore(std::vector<BugReport> bugs) {
  std::lock_guard lock(mutex_);
  for (BugReport& bug : bugs) {
    if (!bug.confirmed) {
      unconfirmed_.push_back(std::move(bug));
      continue;
    }
    known_.insert(bug.key);
    reported_.push_back(std::move(bug));
  }
}

bool Bugs::is_new(const Outcome& outcome) {
  CUTTLE_CHECK(!outcome.key.empty(), "a bug without a key");
  std::lock_guard lock(mutex_);
  if (known_.insert(outcome.key).second) return true;
  const auto doubtful = doubtful_.find(outcome.key);
  return doubtful != doubtful_.end() && doubtful->second++ < kMostDoubts;
}

bool Bugs::report(const BugReport& bug) {
  std::lock_guard lock(mutex_);
  known_.insert(bug.key);
  if (bug.confirmed)
    doubtful_.erase(bug.key);
  else
    doubtful_.emplace(bug.key, 0);
  // The plain build may place two findings of ours at one spot.
  const auto known = std::find_if(reported_.begin(), reported_.end(),
                                  [&](const BugReport& other) { return other.key == bug.key; });
  if (known == reported_.end()) {
    reported_.push_back(bug);
    return true;
  }
  if (known->confirmed || !bug.confirmed) return false;
  *known = bug;
  return true;
}

std::optional<BugReport> Bugs::take_unconfirmed() {
  std::lock_guard lock(mutex_);
  if (unconfirmed_.empty()) return std::nullopt;
  BugReport bug = std::move(unconfirmed_.back());
  unconfirmed_.pop_back();
  return bug;
}

size_t Bugs::count() const {
  std::lock_guard lock(mutex_);
  return reported_.size();
}

std::vector<BugReport> Bugs::list() const {
  std::lock_guard lock(mutex_);
  return reported_;
}

}  // namespace cuttle
