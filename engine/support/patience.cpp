// SPDX-License-Identifier: Apache-2.0
#include "engine/support/patience.h"

#include <time.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace cuttle {
namespace {

constexpr double longest_asleep = 3, longest = 10;

// Of a process and its threads; nothing when it is gone.
std::optional<double> cpu_seconds(pid_t process) {
  clockid_t clock;
  timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return {};
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

Patience::Patience(double seconds, pid_t process) : seconds_(seconds), next_(seconds) {
  if (process > 1) before_ = used_ = cpu_seconds(process).value_or(0);
}

bool Patience::lasts(pid_t process) {
  const double elapsed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (elapsed >= longest * seconds_) return false;
  if (process <= 1) return true;  // it was not even started
  const auto now = cpu_seconds(process);
  if (!now || *now - before_ >= seconds_) return false;
  const bool sleeps = *now - std::exchange(used_, *now) < 0.001;
  next_ = std::max(seconds_ - (*now - before_), 0.05);
  return !sleeps || elapsed < longest_asleep * seconds_;
}

}  // namespace cuttle
