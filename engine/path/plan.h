// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/path/prediction.h"

namespace cuttle {

// Conditions of a recorded run that another one must fulfil: those of these choices.
struct Piece {
  uint64_t run = 0;
  std::vector<uint32_t> choices;
};

// What must come behind a flip that inputs decide: steps of threads, and what they found in an
// earlier run.
struct Continuation {
  Piece holds;
  std::vector<PathStep> way;     // from the next race on
  std::vector<uint32_t> asleep;  // behind it: names of threads
};

// How a flip is to be tried, beyond what the flip itself says.
struct Plan {
  std::vector<uint32_t> asleep;             // behind the flip: names of threads
  std::vector<Continuation> continuations;  // one of them, the first that is possible; none: any
};

}  // namespace cuttle
