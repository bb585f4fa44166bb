// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/input_flipper.h"

namespace cuttle {

ExprId InputFlipper::goal_of(const Flip& flip, const Execution& parent) {
  ExprPool& pool = *equipment_.pool;
  if (flip.alternative == kAnyOther) {
    ExprId goal = pool.true_expr();
    for (ExprId condition : flip.excluded) goal = pool.and_(goal, pool.not_(condition));
    return goal;
  }
  for (const Alternative& other : parent.others(parent.choices[flip.index]))
    if (other.id == first_step(flip)) return other.condition;
  return pool.false_expr();
}

// With continuations, the first one that is possible.
Attempt InputFlipper::attempt(Flip& flip, const Execution& parent) {
  const ExprId goal = goal_of(flip, parent);
  flip.continuation = nullptr;
  if (flip.plan == nullptr || flip.plan->continuations.empty()) return attempt(flip, parent, goal);
  ExprPool& pool = *equipment_.pool;
  Attempt last;
  for (const Continuation& continuation : flip.plan->continuations) {
    const auto conditions = conditions_of_(continuation.holds);
    if (!conditions) continue;
    ExprId all = goal;
    for (const ExprId condition : *conditions) all = pool.and_(all, condition);
    flip.continuation = &continuation;
    Attempt next = attempt(flip, parent, all);
    if (next.result == Attempt::Result::test || next.result == Attempt::Result::put_off)
      return next;
    if (last.result == Attempt::Result::infeasible) last = std::move(next);
  }
  return last;
}

Attempt InputFlipper::attempt(Flip& flip, const Execution& parent, ExprId goal) {
  ExprPool& pool = *equipment_.pool;
  Query query;
  query.prefix = std::span(parent.conditions).first(flip.index);
  query.goal = goal;
  query.hint = &parent.inputs;
  query.preferred = &parent.preferred;
  query.effort = labour_.effort_for(flip);
  query.seconds_left = seconds_left_();
  Solution solution = equipment_.solver->check(query);
  labour_.learn(flip, solution);
  Attempt attempt;
  if (solution.put_off) {
    flip.waited = query.effort == Effort::glance ? 1 : 2;
    attempt.result = Attempt::Result::put_off;
    return attempt;
  }
  if (solution.answer != Answer::sat) {
    const bool unsat = solution.answer == Answer::unsat;
    attempt.result = unsat ? Attempt::Result::infeasible : Attempt::Result::undecided;
    attempt.why = solution.why;
    attempt.laborious = query.effort == Effort::full;
    return attempt;
  }
  // Other alternatives, and runs that took them, may read inputs that the parent did not: the model
  // relies on their being zero, so it says so. A target's default may be another one.
  const auto complete = [&](ExprId condition) {
    for (VarId v : pool.variables_of(condition)) {
      if (!solution.model.has(v)) solution.model.set(v, Value::zero(pool.variable_info(v).sort));
    }
  };
  complete(goal);
  for (size_t i = 1; i < flip.excluded.size(); ++i) complete(flip.excluded[i]);
  variety_.vary(pool, parent, flip.index, query.goal, solution.model);
  attempt.result = Attempt::Result::test;
  attempt.expected = prediction_of(flip, parent);
  attempt.test = {std::move(solution.model), schedule_for(attempt.expected, flip)};
  return attempt;
}

}  // namespace cuttle
