// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/solver/dense_model.h"
#include "engine/solver/meter.h"

namespace cuttle {

// Evaluates expressions under a DenseModel of which some variables are overridden: the judge of
// every candidate model, so it must cost nanoseconds per node. Semantics are those of
// engine/expr (it computes with the same functions); unlike Evaluator it keeps one word per
// expression of the pool, so that starting over is free.
class ModelEvaluator {
 public:
  // What it computes is reported to `meter`, if there is one.
  explicit ModelEvaluator(const ExprPool& pool, Meter* meter = nullptr)
      : pool_(pool), meter_(meter) {}

  // Starts over with this model, which must stay as it is until the next begin().
  void begin(const DenseModel& model);
  // Before anything that contains the variable is evaluated.
  void override_variable(VarId v, uint64_t bits);
  void override_variable(VarId v, const Value& value);

  bool is_true(ExprId e) { return narrow(e) != 0; }
  bool all_true(std::span<const ExprId> constraints);
  uint64_t narrow(ExprId e) {
    if (e.index >= cells_.size()) grow();
    if (!known(e)) run(e);
    return cells_[e.index].bits;
  }
  Value value(ExprId e);

  uint64_t steps() const { return steps_; }

 private:
  // `bits` is the value, or for what is not narrow its index in wide_.
  struct Cell {
    uint64_t bits = 0;
    uint32_t epoch = 0;
  };
  static constexpr uint32_t always = ~0u;  // constants

  bool known(ExprId e) const {
    const uint32_t epoch = cells_[e.index].epoch;
    return epoch == epoch_ || epoch == always;
  }
  bool need(ExprId e) {
    if (known(e)) return false;
    stack_.push_back(e);
    return true;
  }
  void grow();
  void run(ExprId e);
  void step(ExprId e);
  void step_leaf(ExprId e, const ExprNode& node);
  void step_lookup(ExprId e, const ExprNode& node);
  void step_wide(ExprId e, const ExprNode& node);
  void store(ExprId e, uint64_t bits) { cells_[e.index] = {bits, epoch_}; }
  void store(ExprId e, const Value& value);
  Value known_value(ExprId e) const;

  const ExprPool& pool_;
  Meter* const meter_;
  const DenseModel* model_ = nullptr;
  std::vector<Cell> cells_;  // by expression
  std::vector<Value> wide_;
  std::vector<ExprId> stack_;
  uint32_t epoch_ = 0;
  uint64_t steps_ = 0;
};

}  // namespace cuttle
