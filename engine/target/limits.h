// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/support/deadline.h"

namespace cuttle {

// The bounds of one run of the program. This is their only home: nobody who gets them has defaults
// of his own, and 0 is not another word for one.
struct RunLimits {
  double seconds = 10;  // of CPU time where it can be told; then it is a `timeout`
  uint64_t choices = 1 << 16;
  uint64_t memory_bytes = 4ull << 30;
  // When the campaign's time is over, and with it whatever goes on then: a build, a run, a replay.
  // It is no fault of the program's, and not an outcome that anybody is told.
  Deadline until = Deadline::max();

  bool are_over() const { return seconds_until(until) <= 0; }
  // On the clock, until one of the two ends comes; never 0, which is "no limit" to many.
  double seconds_left() const { return std::max(0.001, std::min(seconds, seconds_until(until))); }
};

}  // namespace cuttle
