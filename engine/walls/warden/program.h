// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "engine/support/unique_fd.h"
#include "engine/walls/warden/filter.h"
#include "engine/walls/wire.h"

namespace cuttle::walls {

// A program that the engine wants started, and the descriptors that came with it: its standard
// ones first, then others, for which `place` says under which numbers it wants them.
struct Program {
  Packed wishes;
  std::vector<UniqueFd> fds;
};

// What fences each process that is started.
struct Fence {
  const Packed* plan = nullptr;
  uint32_t layers = 0;
  const Filter* filter = nullptr;  // null: none
};

struct Begun {
  pid_t pid = -1;
  UniqueFd notices;  // of its calls, when they are looked at
};

// Starts it. It says itself to the engine that it began, or why it could not.
Begun begin(const Program& program, const Fence& fence);

}  // namespace cuttle::walls
