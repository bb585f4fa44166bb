// SPDX-License-Identifier: Apache-2.0
#include "engine/process/same_processor.h"

#include <pthread.h>

#include <cstdint>
#include <fstream>
#include <optional>

namespace cuttle {
namespace {

constexpr unsigned turns_per_look = 32;
constexpr double interval_seconds = 0.05;
constexpr double long_wait = 0.3;  // of the time

// How many seconds the calling thread has waited for a processor, though it had work to do.
std::optional<double> seconds_waited() {
  std::ifstream file("/proc/thread-self/schedstat");
  uint64_t ran = 0, waited = 0;
  if (!(file >> ran >> waited)) return std::nullopt;
  return static_cast<double>(waited) * 1e-9;
}

}  // namespace

SameProcessor::SameProcessor() {
  possible_ = pthread_getaffinity_np(pthread_self(), sizeof allowed_, &allowed_) == 0 &&
              CPU_COUNT(&allowed_) > 1 && seconds_waited();
}

SameProcessor::~SameProcessor() {
  if (together_) place(allowed_, {});
}

void SameProcessor::place(const cpu_set_t& processors, std::span<const pid_t> program) {
  pthread_setaffinity_np(pthread_self(), sizeof processors, &processors);
  for (const pid_t process : program)
    if (process > 1) sched_setaffinity(process, sizeof processors, &processors);
}

void SameProcessor::keep(std::span<const pid_t> program) {
  if (!possible_ || turns_++ % turns_per_look != 0) return;
  const auto now = Clock::now();
  const std::chrono::duration<double> elapsed = now - since_;
  if (elapsed.count() < interval_seconds) return;
  const double waited = seconds_waited().value_or(waited_);
  const bool starved = together_ && waited - waited_ > long_wait * elapsed.count();
  since_ = now;
  waited_ = waited;
  const int processor = sched_getcpu();
  if (processor < 0) return;
  cpu_set_t wanted = allowed_;
  if (!starved) {
    CPU_ZERO(&wanted);
    CPU_SET(static_cast<unsigned>(processor), &wanted);
  }
  place(wanted, program);
  together_ = !starved;
}

}  // namespace cuttle
