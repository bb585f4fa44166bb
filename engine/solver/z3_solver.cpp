// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/z3_solver.h"

#include <algorithm>
#include <chrono>

#include "engine/expr/evaluator.h"

namespace cuttle {

namespace {

bool satisfies(const ExprPool& pool, const Assignment& model, std::span<const ExprId> constraints) {
  Evaluator evaluator(pool, model);
  return std::all_of(constraints.begin(), constraints.end(),
                     [&](ExprId e) { return evaluator.is_true(e); });
}

}  // namespace

Solution Z3Solver::solve(const Query& query) {
  Solution solution;
  constraints_.assign(query.prefix.begin(), query.prefix.end());
  constraints_.push_back(query.goal);
  Z3Backend::Reply reply = backend_.solve(constraints_, query.seconds(limits_.timeout_seconds));
  solution.answer = reply.answer;
  solution.why = std::move(reply.why);
  if (reply.answer != Answer::sat) return solution;
  if (query.hint) solution.model = *query.hint;
  for (auto& [var, value] : reply.values) solution.model.set(var, std::move(value));
  if (!satisfies(pool_, solution.model, constraints_)) {
    // Where an operation is unspecified Z3 may have chosen another result than ours.
    return {Answer::unknown, {}, "model does not satisfy the query"};
  }
  return solution;
}

Solution Z3Solver::check(const Query& query) {
  const auto start = std::chrono::steady_clock::now();
  Solution solution = solve(query);
  statistics_.count(
      solution.answer,
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  statistics_.layers["z3.restarts"] = backend_.restarts();
  return solution;
}

}  // namespace cuttle
