// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/polisher.h"

#include "engine/expr/bits.h"

namespace cuttle {

namespace {

// Evaluation steps that one model may cost.
constexpr uint64_t max_steps = 3'000;

}  // namespace

bool Polisher::holds(const Problem& problem, const Verdict& verdict) {
  evaluator_.begin(problem.hint);
  for (const auto& [var, value] : verdict.changes) evaluator_.override_variable(var, value);
  return evaluator_.all_true(problem.constraints);
}

void Polisher::undo_needless(const Problem& problem, Verdict& verdict) {
  for (size_t i = verdict.changes.size(); i-- > 0 && verdict.changes.size() > 1;) {
    if (evaluator_.steps() > step_limit_) return;
    const std::pair<VarId, Value> change = verdict.changes[i];
    verdict.changes.erase(verdict.changes.begin() + static_cast<ptrdiff_t>(i));
    if (!holds(problem, verdict)) {
      verdict.changes.insert(verdict.changes.begin() + static_cast<ptrdiff_t>(i), change);
    }
  }
}

void Polisher::make_small(const Problem& problem, Verdict& verdict) {
  for (auto& [var, value] : verdict.changes) {
    const Sort sort = value.sort();
    if (!sort.is_bits() || sort.width > 64 || sort.width <= 8) continue;
    const uint64_t now = value.low64();
    const uint64_t distance = problem.hint.narrow(var);
    // Small numbers first, then the neighbours of the old value.
    for (uint64_t candidate : {uint64_t{0}, uint64_t{1}, uint64_t{2}, distance + 1, distance - 1,
                               now & 0x7f, now & 0xffff}) {
      candidate &= low_mask(sort.width);
      if (candidate == now) break;
      if (evaluator_.steps() > step_limit_) return;
      value = Value::bits(sort.width, candidate);
      if (holds(problem, verdict)) break;
      value = Value::bits(sort.width, now);
    }
  }
}

void Polisher::polish(const Problem& problem, Verdict& verdict) {
  step_limit_ = evaluator_.steps() + max_steps;
  undo_needless(problem, verdict);
  make_small(problem, verdict);
}

}  // namespace cuttle
