// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/chain.h"

#include <algorithm>
#include <chrono>

#include "engine/solver/fast_unsat_layer.h"
#include "engine/solver/finite_layer.h"
#include "engine/solver/float_search_layer.h"
#include "engine/solver/reuse_layer.h"
#include "engine/solver/sat_layer.h"
#include "engine/solver/search_layer.h"
#include "engine/solver/slice_layer.h"
#include "engine/solver/word_layer.h"
#include "engine/solver/z3_layer.h"

namespace cuttle {

namespace {

constexpr uint64_t max_cache = 256u << 20;

}  // namespace

ChainSolver::ChainSolver(ExprPool& pool, const SolverLimits& limits, const ChainOptions& options)
    : pool_(pool),
      limits_(limits),
      slices_(options.slice),
      polishes_(options.polish),
      literals_(pool),
      path_(pool, literals_),
      hint_evaluator_(pool, &meter_),
      evaluator_(pool, &meter_),
      polisher_(evaluator_),
      problem_{.pool = pool, .literals = literals_, .path = path_, .hint = hint_, .meter = meter_} {
  hint_evaluator_.begin(hint_);
  build(options);
}

ChainSolver::~ChainSolver() = default;

template <typename L, typename... Arguments>
void ChainSolver::prepend(bool wanted, Arguments&&... arguments) {
  if (wanted) layers_.push_back(std::make_unique<L>(std::forward<Arguments>(arguments)...));
}

// From the last layer to the first.
void ChainSolver::build(const ChainOptions& options) {
  const auto next = [&] { return layers_.empty() ? nullptr : layers_.back().get(); };
  prepend<Z3Layer>(options.z3, pool_, limits_.memory_bytes);
  prepend<FloatSearchLayer>(options.floats, evaluator_, next());
  prepend<SatLayer>(options.sat, SatLayer::Manner::alone, next());
  prepend<SearchLayer>(options.search, evaluator_, next());
  prepend<SatLayer>(options.sat, SatLayer::Manner::together, next());
  prepend<FiniteLayer>(options.finite, evaluator_, next());
  prepend<WordLayer>(options.word, pool_, literals_, evaluator_, next());
  prepend<ReuseLayer>(options.reuse, evaluator_, std::min(limits_.memory_bytes / 8, max_cache),
                      next());
  prepend<SliceLayer>(options.slice, next());
  prepend<FastUnsatLayer>(options.fast_unsat, next());
}

// Brings path and hint up to date. Whatever of the prefix does not hold under the hint becomes part
// of the question, so that the answer is right for any hint.
void ChainSolver::start(const Query& query) {
  verdict_.clear();
  path_.follow(query.prefix);
  hint_checked_ = std::min(hint_checked_, path_.unchanged());
  if (hint_.assign(query.hint)) {
    hint_evaluator_.begin(hint_);
    hint_checked_ = 0;
  }
  const std::span<const ExprId> goals = literals_.conjuncts(query.goal);
  problem_.goals.assign(goals.begin(), goals.end());
  problem_.constraints.clear();
  problem_.implied.clear();
}

void ChainSolver::check_prefix() {
  while (!violated_.empty() && violated_.back() >= hint_checked_) violated_.pop_back();
  for (; hint_checked_ < path_.size(); ++hint_checked_) {
    if (!hint_evaluator_.is_true(path_.conjunct(hint_checked_))) {
      violated_.push_back(static_cast<uint32_t>(hint_checked_));
    }
  }
  for (uint32_t position : violated_) problem_.goals.push_back(path_.conjunct(position));
}

bool ChainSolver::verify() {
  evaluator_.begin(hint_);
  for (const auto& [var, value] : verdict_.changes) evaluator_.override_variable(var, value);
  return evaluator_.all_true(problem_.constraints) && evaluator_.all_true(problem_.implied);
}

Solution ChainSolver::finish(const Query& query) {
  Solution solution;
  solution.answer = verdict_.answer;
  solution.why = verdict_.why;
  solution.put_off = verdict_.put_off;
  solution.laborious = verdict_.laborious;
  if (verdict_.answer != Answer::sat) return solution;
  if (!verify()) {
    // Only where Z3 chose another result for an operation whose result is not specified.
    ++rejected_;
    return {Answer::unknown, {}, "model does not satisfy the query"};
  }
  if (query.hint) solution.model = *query.hint;
  for (auto& [var, value] : verdict_.changes) solution.model.set(var, value);
  return solution;
}

Solution ChainSolver::check(const Query& query) {
  const auto begin = std::chrono::steady_clock::now();
  meter_.begin(deadline_after(begin, query.seconds(limits_.timeout_seconds)));
  const uint64_t literal_visits = literals_.visits();
  problem_.effort = query.effort;
  start(query);
  check_prefix();
  if (!slices_) keep_everything(problem_);
  if (layers_.empty()) {
    verdict_.why = "no layer";
  } else {
    layers_.back()->solve(problem_, verdict_);
  }
  if (verdict_.answer == Answer::sat && polishes_ && !verdict_.is_near) {
    polisher_.polish(problem_, verdict_);
  }
  if (verdict_.answer == Answer::sat && query.preferred != nullptr) {
    polisher_.prefer(problem_, *query.preferred, verdict_);
  }
  Solution solution = finish(query);
  steps_ += meter_.spent() + literals_.visits() - literal_visits;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (solution.put_off) {
    ++put_off_;
    statistics_.seconds += taken.count();
  } else {
    statistics_.count(solution.answer, taken.count());
  }
  return solution;
}

const SolverStatistics& ChainSolver::statistics() const {
  statistics_.layers.clear();
  for (const auto& layer : layers_) {
    for (const auto& [name, count] : layer->counters()) {
      statistics_.layers[layer->name() + "." + name] = count;
    }
  }
  statistics_.layers["chain.put_off"] = put_off_;
  statistics_.layers["chain.rejected_models"] = rejected_;
  statistics_.cache_hits = 0;
  for (const char* name : {"hint", "core", "exact", "goal_model"}) {
    statistics_.cache_hits += statistics_.layers[std::string("reuse.") + name];
  }
  statistics_.fast_unsat =
      statistics_.layers["fast_unsat.negation"] + statistics_.layers["fast_unsat.range"];
  return statistics_;
}

}  // namespace cuttle
