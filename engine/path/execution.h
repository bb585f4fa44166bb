// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/path/choice.h"
#include "engine/path/events.h"
#include "engine/path/limitation.h"
#include "engine/path/outcome.h"
#include "engine/path/test_case.h"

namespace cuttle {

// A choice that goes the same way for several values of a word: the cases of a switch that share
// their code, say. Tests should have each of them, but one path is enough for all.
struct SharedWay {
  uint32_t choice = 0;  // index
  ExprId subject;
  std::shared_ptr<const std::vector<uint64_t>> values;  // ascending
};

class Study;  // engine/schedule

// What one run did.
struct Execution {
  Assignment inputs;     // all inputs that the run read, defaults included
  Assignment preferred;  // where an input must change: rather this value than others
  std::vector<Choice> choices;
  std::vector<Alternative> alternatives;  // storage of the choices' others
  std::vector<ExprId> conditions;         // of the choices, in order; filled by the engine
  std::vector<SharedWay> shared_ways;     // by choice
  EventLog log;                           // what else happened
  std::shared_ptr<const Study> study;     // of the order of events; by who explores schedules
  Outcome outcome;
  std::vector<Outcome> findings;  // bugs that it shows beside its outcome
  std::set<std::string> remarks;  // what else people should know
  std::vector<uint32_t> covered;  // coverage points that this target had not reached before
  std::vector<Limitation> limitations;
  uint32_t new_values = 0;  // of shared ways, that no run had before; filled by the engine
  bool redundant = false;   // ended because all that could go on was tried in other runs
  bool truncated = false;   // the trace hit a bound: there were more choices than are listed
  double seconds = 0;

  std::span<const Alternative> others(const Choice& choice) const {
    return {alternatives.data() + choice.others_begin, choice.others_count};
  }
};

}  // namespace cuttle
