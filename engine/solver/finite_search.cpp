// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/finite_search.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace cuttle {

namespace {

constexpr uint64_t bit(size_t i) {
  return uint64_t{1} << i;
}

constexpr unsigned small_width = ByteFunctions::max_width;

}  // namespace

bool FiniteLevel::compile(ExprPool& pool, ModelEvaluator& evaluator, ByteFunctions& functions,
                          std::span<const VarId> variables, std::span<const size_t> earlier,
                          std::vector<uint64_t> values, std::span<const ExprId> constraints) {
  values_ = std::move(values);
  constraints_ = constraints.size();
  fresh_ = true;
  std::vector<VarId> varying = {variables.back()};
  earlier_.clear();
  for (size_t position : earlier) {
    earlier_.push_back({position});
    varying.push_back(variables[position]);
  }
  blocks_.clear();
  blocks_.emplace_back();
  if (!blocks_[0].compile(pool, constraints, varying, evaluator, &functions)) return false;
  while (blocks_.size() * LaneProgram::lanes < values_.size()) blocks_.push_back(blocks_[0]);
  for (size_t i = 0; i < blocks_.size() * LaneProgram::lanes; ++i) {
    blocks_[i / LaneProgram::lanes].variable(0)[i % LaneProgram::lanes] =
        values_[std::min(i, values_.size() - 1)];
  }
  return true;
}

uint64_t FiniteLevel::filter(std::span<const uint64_t> assigned) {
  uint64_t changed = fresh_ ? ~uint64_t{0} : 0;
  for (size_t i = 0; i < earlier_.size(); ++i) {
    const uint64_t value = assigned[earlier_[i].position];
    if (!fresh_ && earlier_[i].value == value) continue;
    earlier_[i].value = value;
    changed |= bit(i + 1);
    for (LaneProgram& block : blocks_) block.variable(i + 1).fill(value);
  }
  fresh_ = false;
  next_ = 0;
  if (changed == 0) return 0;
  uint64_t work = 0;
  allowed_.clear();
  for (size_t b = 0; b < blocks_.size(); ++b) {
    work += blocks_[b].run(changed);
    const size_t first = b * LaneProgram::lanes;
    const size_t count = std::min(LaneProgram::lanes, values_.size() - first);
    for (size_t lane = 0; lane < count; ++lane) {
      bool good = true;
      for (size_t i = 0; i < constraints_ && good; ++i) good = blocks_[b].result(i)[lane] != 0;
      if (good) allowed_.push_back(values_[first + lane]);
    }
    work += constraints_;
  }
  return work;
}

// Those of the goals first, and always one that leaves most constraints with nothing unknown.
void FiniteSearch::choose_order(const Problem& problem) {
  const size_t count = problem.variables.size();
  Set of_goals = 0, chosen = 0;
  for (size_t i = 0; i < problem.goals.size() && i < uses_.size(); ++i) of_goals |= uses_[i];
  variables_.clear();
  position_.assign(count, 0);
  while (variables_.size() < count) {
    const bool goals_left = (of_goals & ~chosen) != 0;
    size_t best = count, best_score = 0;
    for (size_t place = 0; place < count; ++place) {
      if ((chosen & bit(place)) != 0 || (goals_left && (of_goals & bit(place)) == 0)) continue;
      size_t decided = 0, touched = 0;
      for (Set uses : uses_) {
        if ((uses & bit(place)) == 0) continue;
        decided += (uses & ~chosen) == bit(place);
        touched += (uses & chosen) != 0;
      }
      const size_t score = (decided << 16) + touched + 1;
      if (score > best_score) {
        best = place;
        best_score = score;
      }
    }
    chosen |= bit(best);
    position_[best] = variables_.size();
    variables_.push_back(problem.variables[best]);
  }
}

// Each constraint belongs to the last of its variables.
void FiniteSearch::distribute(const Problem& problem) {
  const size_t count = variables_.size();
  constraints_.assign(count, {});
  reads_.assign(count, 0);
  for (size_t i = 0; i < uses_.size(); ++i) {
    Set positions = 0;
    for (Set rest = uses_[i]; rest != 0; rest &= rest - 1) {
      positions |= bit(position_[static_cast<size_t>(std::countr_zero(rest))]);
    }
    const size_t last = static_cast<size_t>(std::bit_width(positions)) - 1;
    constraints_[last].push_back(problem.constraints[i]);
    reads_[last] |= positions & ~bit(last);
  }
}

// The hint's value first, so that what need not change does not.
bool FiniteSearch::list_values(const Problem& problem, VarId var, std::vector<uint64_t>& out) {
  const Sort sort = problem.pool.variable_info(var).sort;
  if (bit_width(sort) > small_width) {
    const Domain& domain = domains_.of(var);
    if (!domain.listed || domain.values.empty() || domain.values.size() > max_values) return false;
    out = domain.values;
    return true;
  }
  const uint64_t old = problem.hint.narrow(var);
  out.assign(1, old);
  for (uint64_t value = 0; value < bit(bit_width(sort)); ++value) {
    if (value != old) out.push_back(value);
  }
  return true;
}

bool FiniteSearch::is_applicable(const Problem& problem) {
  return problem.variables.size() >= 2 && problem.variables.size() <= max_variables &&
         std::all_of(problem.variables.begin(), problem.variables.end(),
                     [&](VarId var) { return is_narrow(problem.pool.variable_info(var).sort); });
}

bool FiniteSearch::begin(Problem& problem, ModelEvaluator& evaluator) {
  const size_t count = problem.variables.size();
  all_small_ = std::all_of(problem.variables.begin(), problem.variables.end(), [&](VarId var) {
    return bit_width(problem.pool.variable_info(var).sort) <= small_width;
  });
  if (!all_small_) {
    domains_.build(problem, evaluator);
    for (VarId var : problem.variables) {
      if (bit_width(problem.pool.variable_info(var).sort) <= small_width) continue;
      const Domain& domain = domains_.of(var);
      if (!domain.listed || domain.values.empty() || domain.values.size() > max_values)
        return false;
    }
  }
  uses_.clear();
  for (ExprId e : problem.constraints) {
    Set uses = 0;
    for (VarId var : problem.pool.variables_of(e)) {
      const auto place = std::lower_bound(problem.variables.begin(), problem.variables.end(), var);
      uses |= bit(static_cast<size_t>(place - problem.variables.begin()));
    }
    if (uses == 0) return false;
    uses_.push_back(uses);
  }
  choose_order(problem);
  distribute(problem);
  levels_.assign(count, {});
  states_.assign(count, {});
  assigned_.assign(count, 0);
  core_.clear();
  work_ = 0;
  evaluator.begin(problem.hint);
  return true;
}

bool FiniteSearch::enter(const Problem& problem, ModelEvaluator& evaluator, size_t position) {
  FiniteLevel& level = levels_[position];
  if (!level.is_compiled()) {
    std::vector<uint64_t> values;
    if (!list_values(problem, variables_[position], values)) return false;
    std::vector<size_t> earlier;
    for (Set rest = reads_[position]; rest != 0; rest &= rest - 1) {
      earlier.push_back(static_cast<size_t>(std::countr_zero(rest)));
    }
    if (!level.compile(problem.pool, evaluator, functions_,
                       std::span(variables_).first(position + 1), earlier, std::move(values),
                       constraints_[position])) {
      problem.meter.spend(level.visits());
      return false;
    }
    problem.meter.spend(level.visits());
  }
  const uint64_t work = level.filter(assigned_);
  problem.meter.spend(work);
  work_ += work;
  states_[position] = {reads_[position], bit(position)};
  return true;
}

void FiniteSearch::read_core() {
  if (!all_small_) return;
  for (Set rest = states_[0].culprits; rest != 0; rest &= rest - 1) {
    const auto& needed = constraints_[static_cast<size_t>(std::countr_zero(rest))];
    core_.insert(core_.end(), needed.begin(), needed.end());
  }
}

Answer FiniteSearch::solve(Problem& problem, ModelEvaluator& evaluator, uint64_t max_operations) {
  if (!begin(problem, evaluator) || !enter(problem, evaluator, 0)) return Answer::unknown;
  size_t position = 0;
  while (work_ <= max_operations && !problem.meter.late()) {
    FiniteLevel& level = levels_[position];
    if (!level.at_end()) {
      assigned_[position] = level.next();
      if (++position == variables_.size()) return Answer::sat;
      if (!enter(problem, evaluator, position)) return Answer::unknown;
      ++work_;
      continue;
    }
    const State failed = states_[position];
    if (failed.conflict == 0) {
      states_[0] = failed;
      read_core();
      return Answer::unsat;
    }
    position = static_cast<size_t>(std::bit_width(failed.conflict)) - 1;
    states_[position].conflict |= failed.conflict & ~bit(position);
    states_[position].culprits |= failed.culprits;
  }
  return Answer::unknown;
}

}  // namespace cuttle
