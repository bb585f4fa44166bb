// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/variety.h"

#include <algorithm>

namespace cuttle {

namespace {

// Inputs that one test may get changed, or not changed after a look at the path.
constexpr unsigned max_attempts = 8;

bool mentions(ExprPool& pool, ExprId e, VarId var) {
  const std::span<const VarId> variables = pool.variables_of(e);
  return std::binary_search(variables.begin(), variables.end(), var);
}

}  // namespace

void Variety::forget_expressions() {
  functions_ = {};
  evaluator_.reset();
}

ModelEvaluator& Variety::evaluator(ExprPool& pool) {
  if (!evaluator_) evaluator_.emplace(pool);
  evaluator_->begin(model_);
  return *evaluator_;
}

Variety::Progress& Variety::progress(const SharedWay& way, const Choice& choice) {
  Progress& result = progress_[{choice.site, choice.taken}];
  if (result.seen.empty()) result.seen.resize(way.values->size());
  return result;
}

bool Variety::is_complete(const SharedWay& way, const Choice& choice) const {
  const auto found = progress_.find({choice.site, choice.taken});
  return found != progress_.end() && found->second.first_unseen >= way.values->size();
}

uint32_t Variety::learn(ExprPool& pool, const Execution& execution) {
  uint32_t fresh = 0;
  bool ready = false;
  for (const SharedWay& way : execution.shared_ways) {
    const Choice& choice = execution.choices[way.choice];
    if (is_complete(way, choice) || !is_narrow(pool.sort(way.subject))) continue;
    if (!ready) {
      model_.assign(&execution.inputs);
      evaluator(pool);
      ready = true;
    }
    Progress& known = progress(way, choice);
    const uint64_t value = evaluator_->narrow(way.subject);
    const auto place = std::lower_bound(way.values->begin(), way.values->end(), value);
    if (place == way.values->end() || *place != value) continue;
    const size_t position = static_cast<size_t>(place - way.values->begin());
    if (position >= known.seen.size() || known.seen[position]) continue;
    known.seen[position] = true;
    ++fresh;
    while (known.first_unseen < known.seen.size() && known.seen[known.first_unseen]) {
      ++known.first_unseen;
    }
  }
  return fresh;
}

std::optional<uint64_t> Variety::candidate(ExprPool& pool, const SharedWay& way,
                                           const Progress& progress) {
  const std::vector<uint64_t>* results = functions_.find(pool, way.subject, evaluator(pool));
  if (results == nullptr) return {};
  for (size_t i = progress.first_unseen; i < way.values->size(); ++i) {
    if (progress.seen[i]) continue;
    const auto input = std::find(results->begin(), results->end(), (*way.values)[i]);
    if (input != results->end()) return static_cast<uint64_t>(input - results->begin());
  }
  return {};
}

bool Variety::holds(ExprPool& pool, std::span<const ExprId> conditions, ExprId goal, VarId changed,
                    uint64_t value) {
  ModelEvaluator& judge = evaluator(pool);
  judge.override_variable(changed, value);
  const auto still_true = [&](ExprId e) { return !mentions(pool, e, changed) || judge.is_true(e); };
  return still_true(goal) && std::all_of(conditions.begin(), conditions.end(), still_true);
}

void Variety::vary(ExprPool& pool, const Execution& parent, size_t choices, ExprId goal,
                   Assignment& model) {
  const std::span<const ExprId> conditions = std::span(parent.conditions).first(choices);
  std::vector<VarId> tried;
  for (const SharedWay& way : parent.shared_ways) {
    if (way.choice >= choices || tried.size() == max_attempts) break;
    const Choice& choice = parent.choices[way.choice];
    const std::span<const VarId> variables = pool.variables_of(way.subject);
    if (is_complete(way, choice) || variables.size() != 1 ||
        std::find(tried.begin(), tried.end(), variables[0]) != tried.end()) {
      continue;
    }
    if (tried.empty()) model_.assign(&model);
    const VarId var = variables[0];
    const std::optional<uint64_t> value = candidate(pool, way, progress(way, choice));
    if (!value) continue;
    tried.push_back(var);
    if (!holds(pool, conditions, goal, var, *value)) continue;
    model_.set(var, *value);
    model.set(var, narrow_value(pool.variable_info(var).sort, *value));
  }
}

}  // namespace cuttle
