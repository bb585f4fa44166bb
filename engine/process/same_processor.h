// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <chrono>
#include <span>

namespace cuttle {

// Keeps the calling thread and a program on one processor as long as that is good for both. They
// take turns and never run at once: on one processor a turn costs a switch of tasks, on two it
// costs waking a processor that sleeps, which takes several times as long. When the thread waits
// for the processor much of the time, somebody else needs it: the scheduler may place them anew.
class SameProcessor {
 public:
  SameProcessor();
  ~SameProcessor();
  SameProcessor(const SameProcessor&) = delete;
  SameProcessor& operator=(const SameProcessor&) = delete;

  // To be called before each turn of the program, whose processes are given.
  void keep(std::span<const pid_t> program);

 private:
  using Clock = std::chrono::steady_clock;
  void place(const cpu_set_t& processors, std::span<const pid_t> program);

  cpu_set_t allowed_;  // before we came
  bool possible_ = false;
  bool together_ = false;
  unsigned turns_ = 0;
  Clock::time_point since_ = Clock::now();
  double waited_ = 0;  // for a processor, until that time
};

}  // namespace cuttle
