// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "languages/c/steps/objects.h"
#include "languages/c/steps/step_table.h"

namespace cuttle {

// An activation of a function.
struct StepFrame {
  uint64_t function = 0;
  uint64_t key = 0;              // of the calls that led here
  uint32_t depth = 0;            // 0: main
  std::vector<uint64_t> places;  // addresses of its variables, to be forgotten
  // The call that it is in.
  const StepSegment* caller = nullptr;
  const StepLine* call = nullptr;
};

// Reads one execution of one segment: its lines, with the notes that the run made. Its steps are
// what must hold of the state (checks), and then what happens.
class SegmentReader {
 public:
  SegmentReader(StateVariables& variables, Objects& objects, Placement& placement, StepFrame& frame,
                std::span<const RunEvent> notes, uint64_t bias)
      : variables_(variables),
        pool_(variables.pool()),
        objects_(objects),
        placement_(placement),
        frame_(frame),
        notes_(notes),
        bias_(bias) {}

  // False: the segment's effect is not known (see `why`), or the notes end early (`out_of_notes`).
  bool read(const StepLine& line);

  // For who deals with the line at the end of the segment.
  ExprId value(const StepOperand& operand);  // none: not known
  ExprId condition(const StepOperand& operand);
  void write(const Cell& cell, ExprId value) { writes.push_back({cell, value}); }
  Cell register_of(unsigned id, unsigned bits, Objects::Kind kind = Objects::Kind::value) {
    return register_at(frame_, id, bits, kind);
  }
  Cell register_at(const StepFrame& frame, unsigned id, unsigned bits,
                   Objects::Kind kind = Objects::Kind::value);
  ExprId padded(ExprId value);  // to whole bytes
  const RunEvent* take_note(uint32_t kind);
  bool pin(ExprId condition);
  bool fail(std::string reason) {
    why = std::move(reason);
    return false;
  }
  std::optional<Cell> place(const StepOperand& operand, uint32_t bytes);

  std::vector<ProgramStep> checks;
  std::vector<Write> writes;
  std::vector<Value> inputs;
  std::string why;
  bool out_of_notes = false;

 private:
  bool binary(const StepLine& line);
  bool divide(const std::string& op, ExprId a, ExprId b);
  bool cast(const StepLine& line);
  bool load(const StepLine& line);
  bool store(const StepLine& line);
  bool fill(const StepLine& line);
  bool copy(const StepLine& line);
  bool read_inputs(const StepLine& line);
  bool allocate(const StepLine& line);
  bool release(const StepLine& line);
  std::optional<Objects::Place> resolve(uint64_t address);
  bool require_alive(uint64_t object);
  std::optional<Cell> alive_of(uint64_t object);
  bool must_exist(const StepOperand& operand);
  ExprId leads_into(ExprId pointer, uint64_t address);
  bool compare(const StepLine& line);
  ExprId load_from(const Cell& cell);

  StateVariables& variables_;
  ExprPool& pool_;
  Objects& objects_;
  Placement& placement_;
  StepFrame& frame_;
  std::span<const RunEvent> notes_;
  uint64_t bias_;
  std::unordered_map<unsigned, ExprId> values_;

 public:
  // How often memory was allocated at each place of this run.
  std::map<uint64_t, uint64_t>* allocations = nullptr;
  uint64_t here = 0;  // a name of this place of the program
};

}  // namespace cuttle
