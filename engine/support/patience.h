// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <chrono>

namespace cuttle {

// How long a process may take. On a busy machine a program may be slow through no fault of its own,
// so its limit is CPU time; one that sleeps gets three times as long on the clock, and nobody waits
// longer than ten times.
class Patience {
 public:
  // From now on; a process that is not there yet is 0.
  Patience(double seconds, pid_t process);

  // How long to wait before asking lasts().
  double next() const { return next_; }

  // After waiting for next() seconds in vain: is there reason to wait on?
  bool lasts(pid_t process);

 private:
  double seconds_;
  double next_;
  double before_ = 0, used_ = 0;  // CPU time of the process in the beginning, and when last seen
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace cuttle
