// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <cstring>
#include <string>

namespace cuttle::walls {

// A wall cannot be built: thrown while they are set up, told to the engine by main.
struct Trouble {
  std::string what;
};

[[noreturn]] inline void give_up(const std::string& what) {
  throw Trouble{what + ": " + std::strerror(errno)};
}

inline void need(bool done, const std::string& what) {
  if (!done) give_up(what);
}

}  // namespace cuttle::walls
