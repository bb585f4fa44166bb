// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/reuse_layer.h"

#include <algorithm>

#include "engine/expr/bits.h"
#include "engine/solver/path_index.h"

namespace cuttle {

namespace {

constexpr size_t max_core = 48;  // larger ones are too special to be met again
constexpr size_t cores_per_literal = 24;
constexpr size_t models_per_goal = 4;

// The last ones are kept, the latest first.
template <typename T>
void put_first(std::vector<T>& list, T item, size_t limit) {
  if (list.size() >= limit) list.pop_back();
  list.insert(list.begin(), std::move(item));
}

}  // namespace

ReuseLayer::ReuseLayer(ModelEvaluator& evaluator, uint64_t memory_bytes, Layer* next)
    : Layer("reuse", next),
      evaluator_(evaluator),
      cores_(memory_bytes / 3),
      models_(memory_bytes / 3),
      exact_(memory_bytes / 3) {}

void ReuseLayer::solve(Problem& problem, Verdict& out) {
  goal_codes_.clear();
  for (ExprId goal : problem.goals) goal_codes_.push_back(problem.literals.code(goal));
  if (try_hint(problem, out) || try_cores(problem, out) || try_models(problem, out)) return;
  pass_on(problem, out);
  if (out.is_cheap) return;
  if (out.answer == Answer::unsat) learn_core(problem, out);
  if (out.answer == Answer::sat) learn_model(problem, out);
}

bool ReuseLayer::try_hint(Problem& problem, Verdict& out) {
  evaluator_.begin(problem.hint);
  if (!evaluator_.all_true(problem.constraints)) return false;
  ++by_hint_;
  out.answer = Answer::sat;
  out.is_near = true;
  out.changes.clear();
  return true;
}

bool ReuseLayer::contains(Problem& problem, const std::vector<ExprId>& core) {
  return std::all_of(core.begin(), core.end(), [&](ExprId e) {
    const LiteralCode code = problem.literals.code(e);
    return problem.path.contains(code) ||
           std::find(goal_codes_.begin(), goal_codes_.end(), code) != goal_codes_.end();
  });
}

bool ReuseLayer::try_cores(Problem& problem, Verdict& out) {
  for (LiteralCode code : goal_codes_) {
    const std::vector<Core>* cores = cores_.find(code);
    if (!cores) continue;
    for (const Core& core : *cores) {
      if (!contains(problem, *core)) continue;
      ++by_core_;
      out.answer = Answer::unsat;
      out.core = *core;
      return true;
    }
  }
  return false;
}

bool ReuseLayer::try_model(Problem& problem, const Model& model, Verdict& out) {
  evaluator_.begin(problem.hint);
  const auto is_mine = [&](VarId v) {
    return std::binary_search(problem.variables.begin(), problem.variables.end(), v);
  };
  for (const auto& [var, value] : *model) {
    if (is_mine(var)) evaluator_.override_variable(var, value);
  }
  if (!evaluator_.all_true(problem.constraints)) return false;
  out.answer = Answer::sat;
  out.changes.clear();
  for (const auto& [var, value] : *model) {
    if (is_mine(var) && !(problem.hint.value(problem.pool, var) == value)) {
      out.changes.emplace_back(var, value);
    }
  }
  return true;
}

uint64_t ReuseLayer::key_of(Problem& problem) const {
  uint64_t sum = 0;
  for (ExprId e : problem.constraints) sum += mix(problem.literals.code(e), 1);  // in any order
  return sum;
}

bool ReuseLayer::try_models(Problem& problem, Verdict& out) {
  if (const Model* model = exact_.find(key_of(problem)); model && try_model(problem, *model, out)) {
    ++by_exact_;
    return true;
  }
  if (goal_codes_.empty()) return false;
  const std::vector<Model>* models = models_.find(goal_codes_[0]);
  if (!models) return false;
  for (const Model& model : *models) {
    if (!try_model(problem, model, out)) continue;
    ++by_goal_;
    return true;
  }
  return false;
}

void ReuseLayer::learn_core(Problem& problem, const Verdict& verdict) {
  const std::vector<ExprId>& core = verdict.core.empty() ? problem.constraints : verdict.core;
  if (core.size() > max_core) return;
  const Core shared = std::make_shared<const std::vector<ExprId>>(core);
  const uint64_t weight = 64 + core.size() * sizeof(ExprId) / 2;
  for (ExprId e : core) {
    put_first(cores_.add(problem.literals.code(e), weight), shared, cores_per_literal);
  }
}

void ReuseLayer::learn_model(Problem& problem, const Verdict& verdict) {
  if (goal_codes_.empty()) return;
  std::vector<std::pair<VarId, Value>> values;
  values.reserve(problem.variables.size());
  auto change = verdict.changes.begin();
  for (VarId v : problem.variables) {
    if (change != verdict.changes.end() && change->first == v) {
      values.push_back(*change++);
    } else {
      values.emplace_back(v, problem.hint.value(problem.pool, v));
    }
  }
  const uint64_t weight = 128 + values.size() * sizeof(values[0]);
  const Model shared =
      std::make_shared<const std::vector<std::pair<VarId, Value>>>(std::move(values));
  put_first(models_.add(goal_codes_[0], weight), shared, models_per_goal);
  exact_.add(key_of(problem), weight) = shared;
}

}  // namespace cuttle
