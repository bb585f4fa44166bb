// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>

#include "engine/path/outcome.h"
#include "engine/target/limits.h"

namespace cuttle {

// How long runs may take, so that no endless loop holds a campaign up. With a budget of time, the
// first such run, simplifying its test and the replay that confirms it take a tenth of it together.
// After the first loop the limit shrinks with each further one; a run that does not end within the
// shorter limit, at a place where none was stuck before, is made once more with the whole one. By
// counts, not by the clock; only runs that take long and end make it longer. Thread-safe.
class Stalls {
 public:
  Stalls(const RunLimits& limits, double campaign_seconds)
      : limits_(limits), campaign_seconds_(campaign_seconds) {}

  RunLimits whole() const;    // for a run whose end nobody knows, and for replays
  RunLimits current() const;  // for the next run

  // A run ended, or did not within its limits.
  void learn(const Outcome& outcome, double seconds);
  // A run did not end within `given`: is it worth the whole time?
  bool deserves_more(const Outcome& outcome, const RunLimits& given) const;

 private:
  RunLimits whole_locked() const;

  const RunLimits limits_;
  const double campaign_seconds_;
  mutable std::mutex mutex_;
  std::map<std::string, unsigned> stuck_;  // runs, by the key of the time-out
  unsigned most_stuck_ = 0;                // at one place
  double stalled_ = 0;                     // seconds of all of them
  double longest_ = -1;                    // of the runs that ended; negative: none did
};

}  // namespace cuttle
