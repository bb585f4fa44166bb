// SPDX-License-Identifier: Apache-2.0
// The part of the pruner that looks for invariants of loops that only inputs end.
//
// A path that passes a point a second time may go on for ever. Suppose that a condition is enough
// there, at the second visit and all later ones; then weakest preconditions over what was explored
// of the loop say what is enough at the first. If the condition implies that, it is inductive: each
// way from such a state to a failure would pass the point a last time.
#include <algorithm>

#include "engine/prune/pruner.h"

namespace cuttle {
namespace {

constexpr unsigned kRounds = 8;  // of strengthening a candidate

}  // namespace

std::optional<Pruner::Loop> Pruner::loop_before(Trace& trace, uint32_t end) const {
  const auto& steps = trace.history.steps();
  std::unordered_map<PointId, uint32_t> seen;
  for (uint32_t i = 0; i <= end && i < steps.size(); ++i) {
    if (steps[i].point == 0) continue;
    const auto [first, fresh] = seen.try_emplace(steps[i].point, i);
    if (fresh) continue;
    // A loop that a counter ends is explored as it is.
    uint32_t next = i;
    while (next < steps.size() && steps[next].arms.empty()) ++next;
    if (next < steps.size() && steps[next].choice != ProgramStep::kNoChoice)
      return Loop{steps[i].point, first->second, i};
  }
  return {};
}

// Of a flip that is pursued the strategy has a copy: then it is asked for twice. Depth first would
// never come back from a loop without end.
bool Pruner::waits(const Edge& flip, const Trace& trace, const Loop& loop, uint32_t step) {
  if (endless_.contains(loop.point)) {
    const auto& steps = trace.history.steps();
    const auto rounds = std::count_if(steps.begin(), steps.begin() + step + 1,
                                      [&](const auto& s) { return s.point == loop.point; });
    if (confirms_ || rounds <= kMostRounds) return false;
    return put_off_[flip]++ < 1;
  }
  return put_off_[flip]++ < (confirms_ ? 2u : 1u);
}

void Pruner::find_invariant(Trace& trace, const Loop& loop) {
  const auto [last, fresh] = attempts_.try_emplace(loop.point, closings_);
  if (!fresh && std::exchange(last->second, closings_) == closings_) return;
  SharedClauses invariant = nothing_;
  assuming_ = true;
  for (unsigned round = 0; round < kRounds; ++round) {
    const SharedClauses needed = assuming(trace, loop, invariant);
    if (!needed || is_false(*needed)) break;
    if (implies(*invariant, *needed)) {
      entries_.add(loop.point, invariant);
      ++statistics_.invariants;
      break;
    }
    ClauseSet both = *invariant;
    both.insert(both.end(), needed->begin(), needed->end());
    clauses_.simplify(both);
    invariant = std::make_shared<const ClauseSet>(std::move(both));
  }
  assuming_ = false;
}

SharedClauses Pruner::assuming(Trace& trace, const Loop& loop, const SharedClauses& invariant) {
  // The first node behind the loop's first visit.
  const auto at = std::lower_bound(trace.step_of.begin(), trace.step_of.end(), loop.first);
  const auto index = static_cast<size_t>(at - trace.step_of.begin());
  if (at == trace.step_of.end() || index >= trace.nodes.size()) return nullptr;
  const SharedClauses below = assuming_below(trace.nodes[index], loop, invariant);
  return below ? back(trace, loop.first, *at, below).clauses : nullptr;
}

SharedClauses Pruner::assuming_below(PathTree::NodeId id, const Loop& loop,
                                     const SharedClauses& invariant) {
  const auto found = nodes_.find(id);
  if (found == nodes_.end()) return nullptr;
  Node& node = found->second;
  const ProgramStep& step = node.trace->history.steps()[node.step];
  std::vector<SharedClauses> behind;
  for (const Arm& arm : step.arms) {
    behind.push_back(assuming_behind(id, arm, loop, invariant));
    if (!behind.back() && !subsumption_.may_take(node.trace->history, node.step, arm))
      behind.back() = unreachable(arm);
    if (!behind.back()) return nullptr;
  }
  return before(*node.trace, node.step, behind);
}

SharedClauses Pruner::assuming_behind(PathTree::NodeId id, const Arm& arm, const Loop& loop,
                                      const SharedClauses& invariant) {
  if (const auto known = annotations_.find({id, arm.alternative}); known != annotations_.end())
    return known->second.clauses;
  if (arm.harmless) return nothing_;
  const auto child = below_.find({id, arm.alternative});
  if (child == below_.end()) return nullptr;
  const auto found = nodes_.find(child->second);
  if (found == nodes_.end()) return nullptr;
  Node& node = found->second;
  const auto& steps = node.trace->history.steps();
  for (uint32_t i = node.begin; i <= node.step; ++i)
    if (steps[i].point == loop.point) return back(*node.trace, node.begin, i, invariant).clauses;
  const SharedClauses below = assuming_below(child->second, loop, invariant);
  return below ? back(*node.trace, node.begin, node.step, below).clauses : nullptr;
}

// Clauses with bound variables are of no use as conditions; they may still be among those asked
// for.
bool Pruner::implies(const ClauseSet& strong, const ClauseSet& weak) {
  std::vector<ExprId> conditions;
  for (const Clause& clause : strong) {
    ExprId any = pool_.false_expr();
    bool bound = false;
    for (ExprId e : clause) {
      any = pool_.or_(any, e);
      for (VarId v : pool_.variables_of(e))
        bound = bound || variables_.kind(v) == StateVariables::Kind::any;
    }
    if (!bound) conditions.push_back(any);
  }
  return std::all_of(weak.begin(), weak.end(), [&](const Clause& clause) {
    if (std::find(strong.begin(), strong.end(), clause) != strong.end()) return true;
    ExprId fails = pool_.true_expr();
    for (ExprId e : clause) fails = pool_.and_(fails, pool_.not_(e));
    Query query;
    query.prefix = conditions;
    query.goal = fails;
    return solver_->check(query).answer == Answer::unsat;
  });
}

}  // namespace cuttle
