// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/solver/byte_functions.h"
#include "engine/solver/domains.h"
#include "engine/solver/lane_program.h"
#include "engine/solver/layer.h"

namespace cuttle {

// One variable of a FiniteSearch after the ones before it: those of its values that satisfy the
// constraints on it and them. All values are tried at once, in lanes, and what depends on this
// variable alone is computed once, however often the earlier ones change.
class FiniteLevel {
 public:
  // `earlier` are positions of variables, `variables` all of them in their order.
  bool compile(ExprPool& pool, ModelEvaluator& evaluator, ByteFunctions& functions,
               std::span<const VarId> variables, std::span<const size_t> earlier,
               std::vector<uint64_t> values, std::span<const ExprId> constraints);
  bool is_compiled() const { return !blocks_.empty(); }

  // Starts over under these values of the earlier variables; returns the operations that it took.
  uint64_t filter(std::span<const uint64_t> assigned);
  // Expressions that compile() looked at.
  size_t visits() const { return blocks_.empty() ? 0 : blocks_[0].visits(); }
  bool at_end() const { return next_ == allowed_.size(); }
  uint64_t next() { return allowed_[next_++]; }

 private:
  struct Earlier {
    size_t position;
    uint64_t value = 0;
  };

  std::vector<uint64_t> values_;
  std::vector<Earlier> earlier_;
  std::vector<LaneProgram> blocks_;  // LaneProgram::lanes values each
  size_t constraints_ = 0;
  bool fresh_ = true;
  std::vector<uint64_t> allowed_;
  size_t next_ = 0;
};

// Gives variables with few values, such as bytes, one value after the other, those of the goals
// first, and goes back to a variable that had a part in the conflict when no value is left. Where
// hashes and tables stand between inputs and conditions, this is a matter of table look-ups for
// what a SAT solver has to follow through large circuits.
class FiniteSearch {
 public:
  static constexpr size_t max_variables = 32;
  static constexpr size_t max_values = 256;

  // Are there at least two variables, not too many, and all of them words?
  static bool is_applicable(const Problem& problem);

  // For problems that are applicable. Unknown when a variable has too many values, or after
  // `max_operations` (each on a block of lanes).
  Answer solve(Problem& problem, ModelEvaluator& evaluator, uint64_t max_operations);

  // What the last call took.
  uint64_t work() const { return work_; }
  // After sat: the values, in the order of variables().
  std::span<const VarId> variables() const { return variables_; }
  std::span<const uint64_t> values() const { return assigned_; }
  // After unsat: constraints that contradict each other.
  const std::vector<ExprId>& core() const { return core_; }

 private:
  using Set = uint64_t;  // of variables, by their place in the problem or their position

  struct State {
    Set conflict = 0;  // earlier positions that a change could help
    Set culprits = 0;  // positions whose constraints were needed to see that
  };

  bool begin(Problem& problem, ModelEvaluator& evaluator);
  void choose_order(const Problem& problem);
  void distribute(const Problem& problem);
  bool list_values(const Problem& problem, VarId var, std::vector<uint64_t>& out);
  bool enter(const Problem& problem, ModelEvaluator& evaluator, size_t position);
  void read_core();

  ByteFunctions functions_;
  Domains domains_;
  bool all_small_ = true;                         // no domain was needed, so that cores are known
  std::vector<Set> uses_;                         // by constraint: places of its variables
  std::vector<VarId> variables_;                  // in their order
  std::vector<size_t> position_;                  // by place
  std::vector<std::vector<ExprId>> constraints_;  // by position, where all of them are known
  std::vector<Set> reads_;                        // by position: earlier positions
  std::vector<FiniteLevel> levels_;
  std::vector<State> states_;
  std::vector<uint64_t> assigned_;
  std::vector<ExprId> core_;
  uint64_t work_ = 0;
};

}  // namespace cuttle
