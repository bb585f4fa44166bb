// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cuttle {

// What the reason of a Limitation means, for people. Unknown reasons get empty texts.
struct Advice {
  std::string meaning;     // "queries that the solver could not decide in time"
  std::string remedy;      // "more time per query: --solver-timeout 60"; empty: nothing to be done
  bool resumable = false;  // going on with --resume removes it
};
Advice advice_for(const std::string& reason);

}  // namespace cuttle
