// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/search_layer.h"

#include <algorithm>

namespace cuttle {

namespace {

constexpr uint64_t max_combinations = uint64_t{1} << 20;
constexpr uint64_t max_samples = uint64_t{1} << 16;
constexpr size_t max_sampled_variables = 4;
// Operations on single values that one enumeration may cost: around a tenth of a second.
constexpr uint64_t max_work = uint64_t{1} << 27;

}  // namespace

bool SearchLayer::enumerate(WordContext& context, const std::vector<const Domain*>& chosen,
                            uint64_t limit) {
  Problem& problem = context.problem;
  std::vector<VarId> variables;
  for (const Domain* domain : chosen) variables.push_back(domain->var);
  evaluator_.begin(problem.hint);
  const bool compiled = program_.compile(problem.pool, problem.constraints, variables, evaluator_);
  if (!problem.meter.spend(program_.visits()) || !compiled) return false;
  Odometer odometer(chosen, std::min(limit, max_work / (program_.operations() + 1)));
  const bool all = odometer.is_complete() && chosen.size() == problem.variables.size();
  uint64_t index = 0, changed = 0;
  while (!problem.meter.late()) {
    const size_t count = odometer.next(program_, changed);
    if (count == 0) {
      if (all) context.out.answer = Answer::unsat;
      return all;
    }
    problem.meter.spend(program_.run(changed) + problem.constraints.size());
    for (size_t lane = 0; lane < count; ++lane) {
      bool good = true;
      for (size_t i = 0; i < problem.constraints.size() && good; ++i) {
        good = program_.result(i)[lane] != 0;
      }
      if (!good) continue;
      WordChanges changes;
      odometer.values_at(index + lane, changes);
      answer_sat(context, changes);
      return true;
    }
    index += count;
  }
  return false;
}

bool SearchLayer::enumerate_all(WordContext& context) {
  std::vector<const Domain*> chosen;
  for (const Domain& domain : domains_.all()) {
    if (!domain.listed) return false;
    chosen.push_back(&domain);
  }
  if (chosen.size() > LaneProgram::max_variables) return false;
  return Odometer(chosen, max_combinations).is_complete() &&
         enumerate(context, chosen, max_combinations);
}

// The last variables of the goals, as many as make a reasonable number of combinations.
bool SearchLayer::sample(WordContext& context) {
  std::vector<const Domain*> chosen;
  for (size_t i = domains_.all().size(); i-- > 0 && chosen.size() < max_sampled_variables;) {
    const Domain& domain = domains_.all()[i];
    const bool in_goal =
        std::any_of(context.problem.goals.begin(), context.problem.goals.end(), [&](ExprId goal) {
          const std::span<const VarId> variables = context.problem.pool.variables_of(goal);
          return std::binary_search(variables.begin(), variables.end(), domain.var);
        });
    if (domain.listed && in_goal) chosen.push_back(&domain);
  }
  return !chosen.empty() && enumerate(context, chosen, max_samples) &&
         context.out.answer == Answer::sat;
}

bool SearchLayer::settle(WordContext& context) {
  domains_.build(context.problem, evaluator_);
  if (context.problem.meter.late()) return false;
  if (domains_.is_contradiction()) {
    context.out.answer = Answer::unsat;
    ++empty_;
    return true;
  }
  if (enumerate_all(context)) {
    ++(context.out.answer == Answer::sat ? all_sat_ : all_unsat_);
    return true;
  }
  if (meet_.solve(context, domains_)) {
    ++(context.out.answer == Answer::sat ? meet_sat_ : meet_unsat_);
    return true;
  }
  if (!sample(context)) return false;
  ++sample_sat_;
  return true;
}

void SearchLayer::solve(Problem& problem, Verdict& out) {
  ++calls_;
  WordContext context{problem, out, evaluator_};
  if (settle(context)) {
    out.is_near = false;
    return;
  }
  out.clear();
  pass_on(problem, out);
}

}  // namespace cuttle
