// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/domains.h"

#include <algorithm>
#include <bit>

#include "engine/expr/bits.h"

namespace cuttle {

// All values of the range; false when there are too many.
bool Domains::list(const Problem& problem, const Range& range, Domain& domain) {
  domain.values.clear();
  if (range.empty) return true;
  // The shorter of the two intervals, as unsigned numbers that may wrap around.
  uint64_t first = range.low, count = range.high - range.low;
  const uint64_t signed_count =
      static_cast<uint64_t>(range.signed_high) - static_cast<uint64_t>(range.signed_low);
  if (signed_count < count) {
    first = static_cast<uint64_t>(range.signed_low) & range.mask();
    count = signed_count;
  }
  if (count >= max_values) return false;
  const uint64_t old = problem.hint.narrow(domain.var);
  if (range.contains(old)) domain.values.push_back(old);
  for (uint64_t i = 0; i <= count; ++i) {
    const uint64_t value = (first + i) & range.mask();
    if (value != old && range.contains(value)) domain.values.push_back(value);
  }
  return true;
}

void Domains::collect_alone(const Problem& problem) {
  alone_.assign(problem.variables.size(), {});
  for (ExprId e : problem.constraints) {
    const std::span<const VarId> variables = problem.pool.variables_of(e);
    if (variables.size() != 1) continue;
    const auto place =
        std::lower_bound(problem.variables.begin(), problem.variables.end(), variables[0]);
    alone_[static_cast<size_t>(place - problem.variables.begin())].push_back(e);
  }
  problem.meter.spend(problem.constraints.size() + problem.variables.size());
}

// Keeps the values that satisfy the constraints on this variable alone.
void Domains::filter(const Problem& problem, ModelEvaluator& evaluator,
                     std::span<const ExprId> alone, Domain& domain) {
  if (alone.empty()) return;
  evaluator.begin(problem.hint);
  const bool compiled = program_.compile(problem.pool, alone, {&domain.var, 1}, evaluator);
  problem.meter.spend(program_.visits());
  if (!compiled) return;
  std::vector<uint64_t>& values = domain.values;
  size_t kept = 0;
  size_t begin = 0;
  // What is not looked at stays in: the domain is a superset anyway.
  for (; begin < values.size() && !problem.meter.late(); begin += LaneProgram::lanes) {
    const size_t count = std::min(LaneProgram::lanes, values.size() - begin);
    std::copy_n(values.begin() + static_cast<ptrdiff_t>(begin), count,
                program_.variable(0).begin());
    problem.meter.spend(program_.run(1) + alone.size());
    for (size_t lane = 0; lane < count; ++lane) {
      bool good = true;
      for (size_t i = 0; i < alone.size(); ++i) good &= program_.result(i)[lane] != 0;
      if (good) values[kept++] = values[begin + lane];
    }
  }
  const size_t end = std::min(begin, values.size());
  values.erase(values.begin() + static_cast<ptrdiff_t>(kept),
               values.begin() + static_cast<ptrdiff_t>(end));
}

void Domains::build(const Problem& problem, ModelEvaluator& evaluator) {
  domains_.resize(problem.variables.size());
  contradiction_ = !ranges_.propagate(problem);
  if (!contradiction_) collect_alone(problem);
  for (size_t i = 0; i < domains_.size() && !contradiction_; ++i) {
    Domain& domain = domains_[i];
    domain.var = problem.variables[i];
    const Variable& variable = problem.pool.variable_info(domain.var);
    domain.listed = is_narrow(variable.sort) &&
                    list(problem, ranges_.range_of_term(problem.pool, variable.expr), domain);
    if (!domain.listed) continue;
    problem.meter.spend(domain.values.size() / LaneProgram::lanes);
    filter(problem, evaluator, alone_[i], domain);
    contradiction_ |= domain.values.empty();
  }
}

const Domain& Domains::of(VarId var) const {
  return *std::lower_bound(domains_.begin(), domains_.end(), var,
                           [](const Domain& d, VarId v) { return d.var < v; });
}

Odometer::Odometer(std::span<const Domain* const> domains, uint64_t limit)
    : domains_(domains.begin(), domains.end()), at_(domains.size()) {
  for (const Domain* domain : domains_) {
    random_ |= domain->values.size() > limit / size_;
    size_ = random_ ? limit : size_ * domain->values.size();
  }
}

uint64_t Odometer::random_value(uint64_t index, size_t domain) const {
  const std::vector<uint64_t>& values = domains_[domain]->values;
  return values[mix(index + 1, domain + 1) % values.size()];
}

size_t Odometer::next_random(LaneProgram& program, uint64_t& changed) {
  for (size_t i = 0; i < domains_.size(); ++i) {
    LaneProgram::Lanes& lanes = program.variable(i);
    for (size_t lane = 0; lane < lanes.size(); ++lane) {
      lanes[lane] = random_value(handed_out_ + lane, i);
    }
  }
  changed = ~uint64_t{0};
  const uint64_t count = std::min<uint64_t>(LaneProgram::lanes, size_ - handed_out_);
  handed_out_ += count;
  return static_cast<size_t>(count);
}

// One step on; false at the end. `touched` collects the domains that moved.
bool Odometer::advance(uint64_t& touched) {
  for (size_t i = 0; i < domains_.size(); ++i) {
    touched |= uint64_t{1} << i;
    if (++at_[i] < domains_[i]->values.size()) return true;
    at_[i] = 0;
  }
  return false;
}

size_t Odometer::next(LaneProgram& program, uint64_t& changed) {
  if (random_) return next_random(program, changed);
  if (done_) return 0;
  // What moved in the last block, or at its end, has other values in this one.
  uint64_t touched = touched_before_;
  uint64_t moved = 0;
  size_t count = 0;
  for (size_t lane = 0; lane < LaneProgram::lanes; ++lane) {
    touched |= moved;
    for (uint64_t rest = touched; rest != 0; rest &= rest - 1) {
      const size_t i = static_cast<size_t>(std::countr_zero(rest));
      if (i >= domains_.size()) break;
      program.variable(i)[lane] = domains_[i]->values[at_[i]];
    }
    if (done_) continue;  // repeats the last combination
    ++count;
    done_ = !advance(moved);
  }
  changed = touched;
  touched_before_ = moved;
  return count;
}

void Odometer::values_at(uint64_t index, std::vector<std::pair<VarId, uint64_t>>& out) const {
  for (size_t i = 0; i < domains_.size(); ++i) {
    const Domain& domain = *domains_[i];
    out.emplace_back(
        domain.var, random_ ? random_value(index, i) : domain.values[index % domain.values.size()]);
    index /= random_ ? 1 : domain.values.size();
  }
}

}  // namespace cuttle
