// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/expr/expr.h"

namespace cuttle {

// A place where a run could have gone another way. See docs/architecture.md for the table.
enum class ChoiceKind : uint8_t {
  branch,       // two alternatives, or the cases of a switch
  pattern,      // which clause matched
  clause_set,   // which set of clauses a call unifies with: open
  race,         // which of two racing events came first: flipped by a schedule, not by the solver
  environment,  // short read, failed allocation, longer input
  assume,       // alternative 1: the assumption holds. 0: it does not, and the run is rejected
  check,        // alternative 0: the operation is fine. 1: it is a bug (division by zero, ...)
  concretise,   // an expression was replaced by its value: holds the path, open, not flipped
};

// A program point of a Target: an index into TargetInfo::sites.
using SiteId = uint32_t;

// Which way was taken at a choice: an arm, a thread, the bits of a set of clauses, a value. Two
// ways of one choice never share a number: they would become one path.
using AlternativeId = uint64_t;
// Stands for "an alternative that nobody has listed" of an open choice.
inline constexpr AlternativeId kAnyOther = ~AlternativeId{0};

// The alternative of an open choice that is one value of a word. The one value that would read as
// kAnyOther becomes another number; if a program ever meets both, the path tree notices.
constexpr AlternativeId alternative_of_value(uint64_t value) {
  return value == kAnyOther ? 0x8000'0000'7FFF'FFFFull : value;
}

// One alternative of a choice that was not taken, and what it takes to get there. Those that can be
// listed have small numbers.
struct Alternative {
  uint32_t id = 0;
  ExprId condition;
};

// One choice of one run. `condition` is the condition of the alternative that was taken; it holds
// under the run's inputs.
//
// A choice is *closed* when Execution::others(choice) lists every other alternative, and *open*
// when there may be more than anybody has listed: then the engine looks for an input under which
// none of the alternatives seen so far is taken, until there is none.
struct Choice {
  ExprId condition;
  SiteId site = 0;
  AlternativeId taken = 0;
  uint32_t others_begin = 0;  // into Execution::alternatives
  uint32_t others_count = 0;
  ChoiceKind kind = ChoiceKind::branch;
  bool open = false;
  bool flippable = true;  // false: never try the others (a satisfied assumption, for one)
};

}  // namespace cuttle
