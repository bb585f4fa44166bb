// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/path/choice.h"
#include "engine/path/limitation.h"
#include "engine/path/test_case.h"

namespace cuttle {

enum class BugKind : uint8_t {
  assertion,
  error_call,
  abort,
  segfault,
  division_by_zero,
  overflow,
  out_of_bounds,
  use_after_free,
  leak,
  uncaught_exception,
  timeout,
  deadlock,
  data_race,
  prolog_error,
  erlang_error,
};
const char* to_string(BugKind kind);  // "error-call", "use-after-free", ...
bool parse_bug_kind(const std::string& text, BugKind& out);

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
  BugKind bug = BugKind::assertion;
  std::string message;             // "assertion `x > 0' failed"
  std::string location;            // "f.c:9"
  std::vector<std::string> stack;  // innermost first: "testme at f.c:9"

  bool is_bug() const { return kind == Kind::bug; }
};

// A choice that goes the same way for several values of a word: the cases of a switch that share
// their code, say. Tests should have each of them, but one path is enough for all.
struct SharedWay {
  uint32_t choice = 0;  // index
  ExprId subject;
  std::shared_ptr<const std::vector<uint64_t>> values;  // ascending
};

// What one run did.
struct Execution {
  Assignment inputs;     // all inputs that the run read, defaults included
  Assignment preferred;  // where an input must change: rather this value than others
  Schedule schedule;
  std::vector<Choice> choices;
  std::vector<Alternative> alternatives;  // storage of the choices' others
  std::vector<ExprId> conditions;         // of the choices, in order; filled by the engine
  std::vector<SharedWay> shared_ways;     // by choice
  Outcome outcome;
  std::vector<uint32_t> covered;  // coverage points that this target had not reached before
  std::vector<Limitation> limitations;
  uint32_t new_values = 0;  // of shared ways, that no run had before; filled by the engine
  bool truncated = false;   // the trace hit a bound: there were more choices than are listed
  double seconds = 0;

  std::span<const Alternative> others(const Choice& choice) const {
    return {alternatives.data() + choice.others_begin, choice.others_count};
  }
};

}  // namespace cuttle
