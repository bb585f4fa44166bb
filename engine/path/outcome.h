// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/path/bug_kind.h"

namespace cuttle {

// How a run ended.
struct Outcome {
  enum class Kind : uint8_t {
    ok,        // came to its end (any exit code)
    rejected,  // an assumption did not hold: not a test
    bug,
    lost,  // the run could not be completed for a reason of ours or the machine's (see `message`)
  };
  Kind kind = Kind::ok;
  int exit_code = 0;
  BugKind bug;
  std::string message;             // "assertion `x > 0' failed"
  std::string location;            // "f.c:9"
  std::vector<std::string> stack;  // innermost first: "testme at f.c:9"
  // Which bug this is: two runs show the same bug when their keys are equal, and nothing else
  // decides it (not in the workers, not in the store). The target sets it for every bug.
  std::string key = {};

  bool is_bug() const { return kind == Kind::bug; }
};

// The key that fits most bugs: one per kind and place. The place is the location, or what there is
// instead of it.
std::string usual_key(const Outcome& outcome);

}  // namespace cuttle
