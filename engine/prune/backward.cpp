// SPDX-License-Identifier: Apache-2.0
#include "engine/prune/backward.h"

#include <algorithm>

#include "engine/prune/overlay.h"
#include "engine/prune/substitute.h"

namespace cuttle {

ClauseSet Backward::through(const ProgramStep& step, std::span<const ClauseSet* const> behind) {
  ClauseSet result;
  if (step.arms.empty()) {
    if (behind[0] != nullptr)
      for (const Clause& clause : *behind[0]) through(step, clause, {}, result);
    clauses_.simplify(result);
    return result;
  }
  for (size_t i = 0; i < step.arms.size(); ++i) {
    if (behind[i] == nullptr) continue;
    for (const Clause& clause : *behind[i]) {
      // What must hold behind all arms must hold whichever is taken: nothing is said twice.
      const bool common = std::all_of(behind.begin(), behind.end(), [&](const ClauseSet* other) {
        return other != nullptr && std::find(other->begin(), other->end(), clause) != other->end();
      });
      if (common && i > 0) continue;
      through(step, clause, common ? ExprId{} : pool_.not_(step.arms[i].condition), result);
    }
  }
  clauses_.simplify(result);
  return result;
}

uint32_t Backward::unused_number(const Clause& clause) {
  uint32_t number = 0;
  for (ExprId e : clause)
    for (VarId v : pool_.variables_of(e))
      if (variables_.kind(v) == StateVariables::Kind::any)
        number = std::max(number, variables_.number_of(v) + 1);
  return number;
}

// The clause behind the step, or `unless`. What the step reads is bound by the clause from here on,
// under a number that the clause does not use.
void Backward::through(const ProgramStep& step, const Clause& clause, ExprId unless,
                       ClauseSet& result) {
  uint32_t next = unused_number(clause);
  std::map<VarId, ExprId> bound;
  const Substitution::Image bind = [&](VarId v) -> ExprId {
    if (variables_.kind(v) != StateVariables::Kind::input) return {};
    const auto [at, fresh] = bound.try_emplace(v);
    if (fresh) at->second = variables_.any(next++, pool_.variable_info(v).sort.width);
    return at->second;
  };
  const auto before = [&](const Cell& part) { return variables_.cell(part); };
  const auto unknown = [&](const Cell& part) { return variables_.any(next++, part.size * 8); };
  const Substitution::Image after = [&](VarId v) -> ExprId {
    if (variables_.kind(v) != StateVariables::Kind::cell) return {};
    const Cell& cell = variables_.cell_of(v);
    Overlay overlay(cell);
    for (auto write = step.writes.rbegin(); write != step.writes.rend(); ++write)
      overlay.add(*write);
    return overlay.value(pool_, before, unknown);
  };
  Clause literals;
  Substitution substitute(pool_, after), binding(pool_, bind);
  for (ExprId e : clause) literals.push_back(binding(substitute(e)));
  if (unless) literals.push_back(binding(unless));
  clauses_.add(result, std::move(literals));
}

}  // namespace cuttle
