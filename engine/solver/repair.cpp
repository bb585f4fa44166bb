// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/repair.h"

#include <algorithm>

#include "engine/expr/bits.h"

namespace cuttle {

namespace {

constexpr unsigned max_steps = 12;
constexpr unsigned max_attempts = 3;
// Evaluating many constraints again and again is what CaDiCaL does better.
constexpr uint64_t max_evaluations = 20'000;

}  // namespace

void Repair::overlay(WordChanges& base, const WordChanges& changes) {
  for (const auto& [var, bits] : changes) {
    const auto found = std::find_if(base.begin(), base.end(),
                                    [var = var](const auto& entry) { return entry.first == var; });
    if (found == base.end()) {
      base.emplace_back(var, bits);
    } else {
      found->second = bits;
    }
  }
}

// The number of constraints that do not hold, counted up to `limit`.
size_t Repair::violations(WordContext& context, const WordChanges& changes, size_t limit) {
  context.evaluator.begin(context.problem.hint);
  for (const auto& [var, bits] : changes) context.evaluator.override_variable(var, bits);
  size_t count = 0;
  for (ExprId e : context.problem.constraints) {
    if (!context.evaluator.is_true(e) && ++count >= limit) break;
  }
  return count;
}

uint64_t Repair::hash_of(const WordChanges& changes) {
  uint64_t hash = 0;
  for (const auto& [var, bits] : changes) hash += mix(bits, var + 1);  // in any order
  return hash;
}

bool Repair::seen_before(const WordChanges& changes) const {
  return std::find(visited_.begin(), visited_.end(), hash_of(changes)) != visited_.end();
}

// One violated constraint becomes true. False when there is no new way to do that.
bool Repair::step(WordContext& context) {
  ModelEvaluator& evaluator = context.evaluator;
  evaluator.begin(context.problem.hint);
  for (const auto& [var, bits] : now_) evaluator.override_variable(var, bits);
  const auto& constraints = context.problem.constraints;
  const auto violated = std::find_if(constraints.begin(), constraints.end(),
                                     [&](ExprId e) { return !evaluator.is_true(e); });
  if (violated == constraints.end()) return false;
  alternatives_.clear();
  inverse_.make_true(*violated, evaluator, alternatives_);
  if (!context.problem.meter.spend(inverse_.visits())) return false;
  size_t best_count = ~size_t{0};
  for (const WordChanges& changes : alternatives_) {
    candidate_ = now_;
    overlay(candidate_, changes);
    if (seen_before(candidate_)) continue;
    const size_t count = violations(context, candidate_, best_count);
    if (count >= best_count) continue;
    best_count = count;
    best_ = candidate_;
    if (count == 0) break;
    if (context.problem.meter.late()) return false;
  }
  if (best_count == ~size_t{0}) return false;
  now_.swap(best_);
  visited_.push_back(hash_of(now_));
  if (best_count == 0) answer_sat(context, now_);
  return true;
}

bool Repair::attempt(WordContext& context, uint64_t step_limit) {
  now_.clear();
  for (unsigned i = 0; i < max_steps && context.evaluator.steps() < step_limit; ++i) {
    if (!step(context)) return false;
    if (context.out.answer == Answer::sat) return true;
  }
  return false;
}

// No model is gone through twice, so another attempt takes the next best way from the start.
bool Repair::solve(WordContext& context) {
  visited_.clear();
  const uint64_t limit = context.evaluator.steps() + max_evaluations;
  for (unsigned i = 0; i < max_attempts; ++i) {
    if (attempt(context, limit)) return true;
    if (visited_.empty() || context.evaluator.steps() >= limit) return false;
  }
  return false;
}

}  // namespace cuttle
