// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/report/summary.h"

namespace cuttle {

// Which bugs are known, by their keys. Any worker may call anything; its lock is held for a short
// time and never together with another.
class Bugs {
 public:
  // Takes over what an earlier process found. Bugs that it could not confirm are tried again:
  // see take_unconfirmed().
  void restore(std::vector<BugReport> bugs);

  // True for the first run that shows this bug, and for a few more while it is not confirmed,
  // because another input may show on the plain program what the first one did not: whoever hears
  // it confirms and reports the bug.
  bool is_new(const Outcome& outcome);
  // True when the report says more than what was known; it is then the one that is kept.
  bool report(const BugReport& bug);
  std::optional<BugReport> take_unconfirmed();

  size_t count() const;
  std::vector<BugReport> list() const;

 private:
  mutable std::mutex mutex_;
  std::set<std::string> known_;
  std::map<std::string, unsigned> doubtful_;  // not confirmed; how often it was tried again
  std::vector<BugReport> reported_;
  std::vector<BugReport> unconfirmed_;  // from an earlier process
};

}  // namespace cuttle
