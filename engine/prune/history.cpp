// SPDX-License-Identifier: Apache-2.0
#include "engine/prune/history.h"

#include <algorithm>

#include "engine/prune/substitute.h"

namespace cuttle {

History::History(StateVariables& variables, Stepper& stepper, RunSteps steps)
    : variables_(variables),
      stepper_(stepper),
      run_(std::move(steps)),
      evaluator_(variables.pool(), reads_) {
  why_ = run_.why;
  for (const ProgramStep& step : run_.steps) {
    first_read_.push_back(read_count_);
    for (const Value& value : step.inputs)
      reads_.set(variables_.pool().var_of(variables_.read(read_count_++, value.sort().width)),
                 value);
  }
  for (; usable_ < run_.steps.size(); ++usable_) {
    const ProgramStep& step = run_.steps[usable_];
    if (!step.unknown.empty()) {
      why_ = step.unknown;
      return;
    }
    if (!record_arms(usable_)) {
      why_ = "what the step should do is not what the run did";
      return;
    }
    record(usable_);
  }
}

bool History::holds(ExprId e) {
  return evaluator_.is_true(e);
}

ExprId History::in_state(ExprId e, uint32_t at) {
  const auto image = [&](VarId v) -> ExprId {
    switch (variables_.kind(v)) {
      case StateVariables::Kind::cell:
        return value(variables_.cell_of(v), at);
      case StateVariables::Kind::input:
        return variables_.read(first_read_[at] + variables_.number_of(v),
                               variables_.pool().variable_info(v).sort.width);
      default:
        return {};
    }
  };
  return Substitution(variables_.pool(), image)(e);
}

// Which way was taken is a condition on what was read; and the run is the proof that it held.
bool History::record_arms(uint32_t at) {
  const ProgramStep& step = run_.steps[at];
  if (step.arms.empty()) return true;
  const ExprId condition = in_state(step.arms[step.taken].condition, at);
  if (!holds(condition)) return false;
  if (variables_.pool().is_true(condition)) return true;
  conditions_.push_back(condition);
  condition_step_.push_back(at);
  return true;
}

void History::record(uint32_t at) {
  const ProgramStep& step = run_.steps[at];
  std::vector<Write> writes = step.writes;
  for (Write& write : writes)
    if (write.kind == Write::Kind::value) write.value = in_state(write.value, at);
  for (Write& write : writes) past_[write.cell.object].push_back({at, write});
}

ExprId History::value(const Cell& cell, uint32_t at) {
  ExprPool& pool = variables_.pool();
  Overlay overlay(cell);
  if (const auto past = past_.find(cell.object); past != past_.end()) {
    auto end = std::partition_point(past->second.begin(), past->second.end(),
                                    [&](const Past& p) { return p.step < at; });
    while (end != past->second.begin() && !overlay.complete()) overlay.add((--end)->write);
  }
  // What is not known keeps the name of the cell, with the time for who wrote it.
  const auto nobody_knows = [&](const Cell& part) {
    return pool.variable("unknown " + std::to_string(part.object) + "+" +
                             std::to_string(part.offset) + ":" + std::to_string(part.size) + "@" +
                             std::to_string(at),
                         Sort::bits(part.size * 8));
  };
  const auto initially = [&](const Cell& part) {
    const std::optional<Value> value = stepper_.initial(part);
    return value ? pool.constant(*value) : nobody_knows(part);
  };
  return overlay.value(pool, initially, nobody_knows);
}

std::span<const ExprId> History::conditions(uint32_t at) const {
  const auto end = std::lower_bound(condition_step_.begin(), condition_step_.end(), at);
  return std::span(conditions_).first(static_cast<size_t>(end - condition_step_.begin()));
}

}  // namespace cuttle
