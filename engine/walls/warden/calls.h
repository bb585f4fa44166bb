// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace cuttle::walls {

// A system call that is not simply let through.
struct Call {
  enum class Rule : uint8_t {
    refused,   // with the errno
    absent,    // the same without a word: programs know how to do without it
    signal,    // to somebody outside: looked at
    connects,  // to somebody outside: looked at
    writes,    // by a path: looked at
    opens,     // by a path, for writing: looked at
  };
  const char* name;
  Rule rule;
  int error = 0;
  // The same answer as an ordinary user gets: nothing is lost by it.
  bool ordinary = true;
  const char* door = "";  // `--allow` of this opens it
  // Where a path is: which argument is the folder's descriptor (-1: none) and which the path.
  int8_t folder = -1, path = 0;
  // `opens`: which argument holds the flags.
  int8_t flags = -1;
};

std::span<const Call> all_calls();

}  // namespace cuttle::walls
