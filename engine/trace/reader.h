// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/path/execution.h"
#include "engine/trace/event_reader.h"
#include "engine/trace/memory.h"
#include "engine/trace/node_import.h"
#include "engine/trace/program_tables.h"

namespace cuttle {

// One frame of a stack as the program left it.
struct TraceFrame {
  std::string image;  // file
  uint64_t offset = 0;
  bool is_return_address = false;
};

// How the run ended, as far as the program itself could say.
struct TraceOutcome {
  CuttleOutcomeKind kind = CUTTLE_OUTCOME_NONE;
  CuttleBug bug = CUTTLE_BUG_NONE;
  uint32_t signal = 0;
  uint32_t exit_code = 0;
  SiteId site = 0;
  uint64_t fault_address = 0;
  std::string message;
  std::string file;
  uint32_t line = 0;
  std::vector<TraceFrame> frames;
};

// Reads an outcome that may be half-written or garbage.
TraceOutcome read_outcome(const CuttleOutcome& untrusted);

// Turns what a run left in a trace into an Execution over one pool. Nodes are imported when a
// choice first needs them and remembered from run to run. Whatever the trace contains, this neither
// fails nor reads outside of it: what makes no sense is left out and reported ("trace-damaged").
class TraceReader {
 public:
  TraceReader(ExprPool& pool, TraceMemory& trace, ProgramTables& tables);

  // Before a run: repairs and empties the trace as needed, begins a run, writes the inputs and the
  // schedule.
  void prepare(const TestCase& test);

  // How to call the place that these return addresses come from (CuttleLimitation.callers); empty:
  // it is not known.
  using CallerName = std::function<std::string(std::span<const uint64_t>)>;
  void name_callers_by(CallerName name) { caller_name_ = std::move(name); }

  // After a run: choices, inputs, events, limitations and new coverage. The outcome is the
  // caller's.
  void read(Execution& execution);

 private:
  void write_input(VarId variable, const Value& value);
  void write_integer(uint32_t variable, const Value& value);
  void write_schedule(const Schedule& schedule);
  void read_inputs(Execution& execution);
  Value value_read(Sort sort, const CuttleRead& record) const;
  void read_records(Execution& execution);
  // The order in which records are meant where they carry clocks; empty: as they stand.
  std::vector<uint32_t> order_of_clocks(uint32_t count) const;
  // False when the record makes no sense.
  bool add_record(Execution& execution, const CuttleRecord& record);
  bool add_choice(Execution& execution, const CuttleChoice& record);
  bool add_two_way(Execution& execution, const CuttleChoice& record, ChoiceKind kind);
  bool add_switch(Execution& execution, const CuttleChoice& record);
  const std::vector<ExprId>& arms_of(SiteId site, const ProgramTables::Switch& table,
                                     ExprId subject);
  bool add_concretisation(Execution& execution, const CuttleChoice& record);
  void read_limitations(Execution& execution);
  void read_coverage(Execution& execution);
  bool mark_reached(uint32_t point);
  std::string location(uint32_t site) const;
  std::string location(const CuttleLimitation& limitation) const;

  ExprPool& pool_;
  TraceMemory& trace_;
  ProgramTables& tables_;
  NodeImport nodes_;
  EventReader events_;
  bool schedule_fits_ = true;
  std::map<std::pair<SiteId, ExprId>, std::vector<ExprId>> switch_arms_;
  CallerName caller_name_;
  std::vector<uint8_t> covered_;  // the bytes as last seen
  std::vector<bool> reached_;     // points
};

}  // namespace cuttle
