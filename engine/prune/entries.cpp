// SPDX-License-Identifier: Apache-2.0
#include "engine/prune/entries.h"

#include <algorithm>

namespace cuttle {

bool Entries::add(PointId point, SharedClauses clauses) {
  std::deque<Entry>& entries = entries_[point];
  for (const Entry& entry : entries)
    if (Clauses::surely_implies(*clauses, *entry.clauses)) return false;
  uint64_t subsumed = 0;
  std::erase_if(entries, [&](const Entry& entry) {
    const bool stronger = Clauses::surely_implies(*entry.clauses, *clauses);
    if (stronger) subsumed += entry.subsumed;
    return stronger;
  });
  entries.push_front({std::move(clauses), subsumed, 0});
  if (entries.size() > kMost) entries.pop_back();
  ++count_;
  return true;
}

std::deque<Entry>* Entries::at(PointId point) {
  const auto found = entries_.find(point);
  return found == entries_.end() ? nullptr : &found->second;
}

SharedClauses Entries::weakest(PointId point) const {
  const auto found = entries_.find(point);
  if (point == 0 || found == entries_.end()) return nullptr;
  SharedClauses best;
  for (const Entry& entry : found->second)
    if (!best || entry.clauses->size() < best->size()) best = entry.clauses;
  return best;
}

SharedClauses Subsumption::covers(History& run, uint32_t at) {
  const PointId point = run.steps()[at].point;
  if (point == 0) return nullptr;
  return covering({run, at, run.conditions(at)}, point);
}

SharedClauses Subsumption::covers_arm(History& run, uint32_t at, const Arm& arm) {
  if (arm.target == 0) return nullptr;
  State state{run, at + 1, run.conditions(at)};
  state.further = run.in_state(arm.condition, at);
  state.own = false;
  return covering(state, arm.target);
}

bool Subsumption::may_take(History& run, uint32_t at, const Arm& arm) {
  const State state{run, at, run.conditions(at), {}, false};
  return !impossible(state, run.in_state(arm.condition, at));
}

SharedClauses Subsumption::covering(const State& state, PointId point) {
  std::deque<Entry>* entries = entries_.at(point);
  if (entries == nullptr) return nullptr;
  for (Entry& entry : *entries) {
    if (!holds(state, entry)) continue;
    ++entry.subsumed;
    return entry.clauses;
  }
  return nullptr;
}

bool Subsumption::holds(const State& state, Entry& entry) {
  const ClauseSet& clauses = *entry.clauses;
  std::vector<std::pair<size_t, ExprId>> doubtful;
  for (size_t i = 0; i < clauses.size(); ++i) {
    const size_t which = (entry.failed_last + i) % clauses.size();
    const ExprId failing = this->failing(state, clauses[which]);
    if (!failing) {
      entry.failed_last = which;
      return false;
    }
    if (!pool_.is_false(failing)) doubtful.emplace_back(which, failing);
  }
  for (const auto& [which, failing] : doubtful) {
    if (impossible(state, failing)) continue;
    entry.failed_last = which;
    return false;
  }
  return true;
}

ExprId Subsumption::failing(const State& state, const Clause& clause) {
  ExprId all_fail = pool_.true_expr();
  bool constant = true;
  for (ExprId e : clause) {
    const ExprId literal = state.run.in_state(e, state.at);
    if (pool_.is_true(literal)) return pool_.false_expr();
    if (pool_.is_false(literal)) continue;
    constant = false;
    all_fail = pool_.and_(all_fail, pool_.not_(literal));
  }
  if (pool_.is_false(all_fail)) return all_fail;
  // No condition is contradictory, so that what always fails does fail.
  if (constant && state.own) return {};
  if (state.own && state.run.holds(all_fail)) return {};
  return all_fail;
}

bool Subsumption::impossible(const State& state, ExprId condition) {
  if (pool_.is_false(condition)) return true;
  std::vector<ExprId> prefix(state.conditions.begin(), state.conditions.end());
  if (state.further) {
    if (pool_.is_false(state.further)) return true;
    prefix.push_back(state.further);
  }
  Query query;
  query.prefix = prefix;
  query.goal = condition;
  if (!state.further) query.hint = &state.run.reads();
  return solver_.check(query).answer == Answer::unsat;
}

}  // namespace cuttle
