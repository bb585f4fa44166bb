// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace cuttle {

// The bounds of one run of the program. This is their only home: nobody who gets them has defaults
// of his own, and 0 is not another word for one.
struct RunLimits {
  double seconds = 10;  // of CPU time where it can be told; then it is a `timeout`
  uint64_t choices = 1 << 16;
  uint64_t memory_bytes = 4ull << 30;
};

}  // namespace cuttle
