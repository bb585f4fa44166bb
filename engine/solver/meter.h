// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/solver/child_process.h"

namespace cuttle {

// What one query has cost so far, in steps (a term visited, an operation done), and whether its
// time is over. Every layer reports its steps as it goes and gives up once it is late; the clock is
// asked only every few thousand steps, so reporting is almost free. Budgets that decide what a
// layer tries count steps and never time; the clock only ends what would go on too long.
class Meter {
 public:
  void begin(Deadline deadline) {
    deadline_ = deadline;
    spent_ = 0;
    next_look_ = interval;
    late_ = false;
  }

  // False once the time is over.
  bool spend(uint64_t steps = 1) {
    spent_ += steps;
    if (spent_ >= next_look_) look();
    return !late_;
  }
  // As of the last look.
  bool late() const { return late_; }
  // Asks the clock now: after something long that cannot report its steps. False when it is late.
  bool look() {
    next_look_ = spent_ + interval;
    late_ = late_ || seconds_until(deadline_) <= 0;
    return !late_;
  }
  uint64_t spent() const { return spent_; }
  Deadline deadline() const { return deadline_; }

 private:
  static constexpr uint64_t interval = 4'096;

  Deadline deadline_ = Deadline::max();
  uint64_t spent_ = 0;
  uint64_t next_look_ = interval;
  bool late_ = false;
};

}  // namespace cuttle
