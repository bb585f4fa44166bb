// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/polisher.h"

#include <algorithm>
#include <utility>

#include "engine/expr/bits.h"

namespace cuttle {

namespace {

// Evaluation steps that one model may cost.
constexpr uint64_t max_steps = 3'000;
// And to give it the preferred values, for which it takes one look at each variable.
constexpr uint64_t max_preference_steps = 100'000;

}  // namespace

bool Polisher::holds(const Problem& problem, const Verdict& verdict) {
  evaluator_.begin(problem.hint);
  for (const auto& [var, value] : verdict.changes) evaluator_.override_variable(var, value);
  return evaluator_.all_true(problem.constraints);
}

// Is it enough to change the variables of the goals?
void Polisher::keep_goals(const Problem& problem, Verdict& verdict) {
  kept_.changes.clear();
  for (const auto& change : verdict.changes) {
    const bool in_goal = std::any_of(problem.goals.begin(), problem.goals.end(), [&](ExprId goal) {
      const std::span<const VarId> variables = problem.pool.variables_of(goal);
      return std::binary_search(variables.begin(), variables.end(), change.first);
    });
    if (in_goal) kept_.changes.push_back(change);
  }
  if (kept_.changes.size() == verdict.changes.size() || !holds(problem, kept_)) return;
  verdict.changes = kept_.changes;
}

bool Polisher::try_undo(const Problem& problem, Verdict& verdict, size_t i) {
  const auto at = verdict.changes.begin() + static_cast<ptrdiff_t>(i);
  const std::pair<VarId, Value> change = *at;
  verdict.changes.erase(at);
  if (holds(problem, verdict)) return true;
  verdict.changes.insert(verdict.changes.begin() + static_cast<ptrdiff_t>(i), change);
  return false;
}

// In both directions: in a chain of comparisons only one of them works.
void Polisher::undo_needless(const Problem& problem, Verdict& verdict) {
  const auto may_go_on = [&] {
    return verdict.changes.size() > 1 && evaluator_.steps() < step_limit_ && !problem.meter.late();
  };
  for (size_t i = verdict.changes.size(); i-- > 0 && may_go_on();) try_undo(problem, verdict, i);
  for (size_t i = 0; i < verdict.changes.size() && may_go_on();) {
    i += !try_undo(problem, verdict, i);
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
      if (evaluator_.steps() > step_limit_ || problem.meter.late()) return;
      value = Value::bits(sort.width, candidate);
      if (holds(problem, verdict)) break;
      value = Value::bits(sort.width, now);
    }
  }
}

void Polisher::prefer(const Problem& problem, const Assignment& preferred, Verdict& verdict) {
  step_limit_ = evaluator_.steps() + max_preference_steps;
  for (auto& [var, value] : verdict.changes) {
    if (evaluator_.steps() > step_limit_ || problem.meter.late()) return;
    const Value* better = preferred.get(var);
    if (better == nullptr || value.is_zero() || value == *better) continue;
    const Value found = std::exchange(value, *better);
    if (!holds(problem, verdict)) value = found;
  }
}

void Polisher::polish(const Problem& problem, Verdict& verdict) {
  step_limit_ = evaluator_.steps() + max_steps;
  keep_goals(problem, verdict);
  undo_needless(problem, verdict);
  make_small(problem, verdict);
}

}  // namespace cuttle
