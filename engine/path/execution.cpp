// SPDX-License-Identifier: Apache-2.0
#include "engine/path/execution.h"

#include <array>

namespace cuttle {

namespace {

// In the order of BugKind.
constexpr std::array<const char*, 15> kBugKindNames = {
    "assertion", "error-call",    "abort",          "segfault",     "division-by-zero",
    "overflow",  "out-of-bounds", "use-after-free", "leak",         "uncaught-exception",
    "timeout",   "deadlock",      "data-race",      "prolog-error", "erlang-error",
};

}  // namespace

const char* to_string(BugKind kind) {
  return kBugKindNames.at(static_cast<size_t>(kind));
}

bool parse_bug_kind(const std::string& text, BugKind& out) {
  for (size_t i = 0; i < kBugKindNames.size(); ++i) {
    if (text == kBugKindNames[i]) {
      out = static_cast<BugKind>(i);
      return true;
    }
  }
  return false;
}

}  // namespace cuttle
