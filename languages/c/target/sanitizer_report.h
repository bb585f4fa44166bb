// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/path/bug_kind.h"

namespace cuttle {

// What a sanitizer said on stderr, if it did: the kind of bug, its headline, and where. Only its
// own report lines count, not whatever a program says that resembles them.
struct SanitizerReport {
  BugKind kind = BugKind::abort;
  std::string message;
  std::string location;            // may be empty
  std::vector<std::string> stack;  // as in an Outcome
  // It says nothing about the program: it could not start, or ran out of memory.
  bool own_failure = false;
};
std::optional<SanitizerReport> find_sanitizer_report(const std::string& complaints);

}  // namespace cuttle
