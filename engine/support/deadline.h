// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace cuttle {

// When something has to be over, whatever it is. Deadline::max(): never.
using Deadline = std::chrono::steady_clock::time_point;

Deadline deadline_after(Deadline start, double seconds);
Deadline deadline_in(double seconds);
double seconds_until(Deadline deadline);  // negative: it is over

}  // namespace cuttle
