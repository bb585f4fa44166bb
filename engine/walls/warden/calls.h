// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "engine/walls/wire.h"

namespace cuttle::walls {

// A system call that is not simply let through.
struct Call {
  enum class Rule : uint8_t {
    refused,   // with the errno
    absent,    // the same without a word: programs know how to do without it
    signal,    // to somebody outside, or to who makes the runs: looked at
    others,    // the same for what else is done to other processes
    connects,  // to somebody outside: looked at
    sends,     // the same for messages that say to whom they go
    binds,     // a socket to a file: looked at
    writes,    // to the folder of a path: looked at
    changes,   // what a path names: looked at
    opens,     // by a path, for writing: looked at
  };
  const char* name;
  Rule rule;
  int error = 0;
  // The same answer as an ordinary user gets: nothing is lost by it.
  bool ordinary = true;
  const char* door = "";  // `--allow` of this opens it
  // Where a path is: which argument is the folder's descriptor (-1: none) and which the path.
  // `signal`, `others`: `path` is the argument that names the process, `folder` one that is above 1
  // when that is a user instead.
  int8_t folder = -1, path = 0;
  // `opens`: which argument holds the flags (-1: it always writes).
  int8_t flags = -1;
  bool creates = false;  // what must not be there yet
  uint32_t unless = 0;   // one of these layers does it as well
};

std::span<const Call> all_calls();

}  // namespace cuttle::walls
