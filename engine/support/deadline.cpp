// SPDX-License-Identifier: Apache-2.0
#include "engine/support/deadline.h"

#include <algorithm>

namespace cuttle {

Deadline deadline_in(double seconds) {
  return deadline_after(std::chrono::steady_clock::now(), seconds);
}

Deadline deadline_after(Deadline start, double seconds) {
  return start + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                     std::chrono::duration<double>(std::clamp(seconds, 0.0, 1e8)));
}

double seconds_until(Deadline deadline) {
  return std::chrono::duration<double>(deadline - std::chrono::steady_clock::now()).count();
}

}  // namespace cuttle
