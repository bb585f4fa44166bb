// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/schedule_flipper.h"

#include <algorithm>

#include "engine/expr/evaluator.h"

namespace cuttle {

Attempt ScheduleFlipper::attempt(Flip& flip, const Execution& parent) {
  Attempt attempt;
  attempt.result = Attempt::Result::test;
  attempt.expected = prediction_of(flip, parent);
  attempt.test = {parent.inputs, schedule_for(attempt.expected, flip)};
  std::vector<ExprId> wanted;
  for (const Piece& piece : flip.holds) {
    const auto conditions = conditions_of_(piece);
    if (!conditions) {
      attempt.result = Attempt::Result::undecided;
      attempt.why = "a recorded run went another way";
      return attempt;
    }
    wanted.insert(wanted.end(), conditions->begin(), conditions->end());
  }
  ExprPool& pool = *equipment_.pool;
  Evaluator evaluator(pool, parent.inputs);
  if (std::all_of(wanted.begin(), wanted.end(), [&](ExprId e) { return evaluator.is_true(e); }))
    return attempt;
  Query query;
  query.prefix = std::span(parent.conditions).first(flip.index);
  query.goal = pool.true_expr();
  for (const ExprId condition : wanted) query.goal = pool.and_(query.goal, condition);
  query.hint = &parent.inputs;
  query.preferred = &parent.preferred;
  query.effort = Effort::full;
  query.seconds_left = seconds_left_();
  Solution solution = equipment_.solver->check(query);
  attempt.test.inputs = std::move(solution.model);
  if (solution.answer == Answer::unsat) attempt.result = Attempt::Result::infeasible;
  if (solution.answer == Answer::unknown) attempt.result = Attempt::Result::undecided;
  attempt.why = solution.why;
  return attempt;
}

}  // namespace cuttle
