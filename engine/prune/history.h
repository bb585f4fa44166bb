// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/expr/evaluator.h"
#include "engine/prune/overlay.h"

namespace cuttle {

// One run as a sequence of states: what each cell held where each step begins, as an expression
// over what the run had read, and the conditions under which other inputs would have come there.
class History {
 public:
  History(StateVariables& variables, Stepper& stepper, RunSteps steps);
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  const std::vector<ProgramStep>& steps() const { return run_.steps; }
  // Steps behind this one are of no use: their effect is not known, or they disagree with the run.
  uint32_t usable() const { return usable_; }
  bool reaches_end() const { return run_.complete && usable_ == run_.steps.size(); }
  // Why the steps end early.
  const std::string& why() const { return why_; }

  // In the state where step `at` begins.
  ExprId value(const Cell& cell, uint32_t at);
  ExprId in_state(ExprId e, uint32_t at);
  // Conditions on what was read under which a run comes to step `at`.
  std::span<const ExprId> conditions(uint32_t at) const;
  // Does it depend on what was read which arm of the step is taken?
  bool depends_on_reads(uint32_t at) const {
    return std::binary_search(condition_step_.begin(), condition_step_.end(), at);
  }
  const Assignment& reads() const { return reads_; }
  bool holds(ExprId over_reads);

 private:
  struct Past {
    uint32_t step;
    Write write;  // its value is over what was read
  };
  void record(uint32_t at);
  bool record_arms(uint32_t at);

  StateVariables& variables_;
  Stepper& stepper_;
  RunSteps run_;
  uint32_t usable_ = 0;
  std::string why_;
  uint32_t read_count_ = 0;
  std::vector<uint32_t> first_read_;                      // by step
  std::unordered_map<uint64_t, std::vector<Past>> past_;  // by object, oldest first
  std::vector<ExprId> conditions_;
  std::vector<uint32_t> condition_step_;  // after which step each one holds
  Assignment reads_;
  Evaluator evaluator_;
};

}  // namespace cuttle
