// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/sat_layer.h"

#include <algorithm>

namespace cuttle {

namespace {

constexpr int quick_conflicts = 400;
constexpr int thorough_conflicts = 400'000;
constexpr int brief_conflicts = 2'000;
// What a conflict costs grows with the circuits that it runs through: a hash of a few words has a
// hundred thousand clauses, and its conflicts take a hundred times as long as those of a parser.
// Beyond this product of conflicts and clauses a brief attempt ends, too.
constexpr uint64_t brief_work = 20'000'000;
constexpr uint64_t least_conflicts = 100;
// CaDiCaL assigns every variable of the instance in every satisfiable query, needed or not. When
// this has cost a few times as much as translating the instance again would, it is thrown away.
constexpr uint64_t max_waste_per_variable = 10;
constexpr uint64_t min_variables = 1'000;
constexpr uint64_t max_variables = 2'000'000;

bool bit_of(const Value& value, unsigned i) {
  if (is_narrow(value.sort())) return value.low64() >> i & 1;
  return mpz_tstbit(value.as_unsigned().get_mpz_t(), i) != 0;
}

}  // namespace

void SatLayer::prepare(const Problem& problem) {
  if (instance_) {
    const uint64_t variables = static_cast<uint64_t>(instance_->sat.variables());
    const bool wasteful = variables > min_variables && waste_ > max_waste_per_variable * variables;
    if (!wasteful && variables < max_variables) return;
    ++rebuilds_;
  }
  waste_ = 0;
  instance_.reset();  // before the new one is made
  instance_ = std::make_unique<Instance>(problem.pool, SatInstance::Style::quick);
}

// False when a constraint is false by itself, or the time is over before all are circuits.
bool SatLayer::assume(Instance& instance, Problem& problem, Verdict& out) {
  literals_.clear();
  assumptions_.clear();
  for (ExprId e : problem.constraints) {
    const Lit lit = instance.blaster.literal(e);
    if (instance.sat.is_spoilt()) {
      out.answer = Answer::unknown;
      return false;
    }
    literals_.push_back(lit);
    if (lit == Gates::false_lit) {
      out.answer = Answer::unsat;
      out.core.assign(1, e);
      return false;
    }
    if (lit != Gates::true_lit) assumptions_.push_back(lit);
    instance.blaster.guards(e, assumptions_);
  }
  return true;
}

// Decisions follow the hint, so that what need not change does not.
void SatLayer::prefer_hint(Instance& instance, const Problem& problem) {
  for (VarId v : problem.variables) {
    const Variable& variable = problem.pool.variable_info(v);
    const std::span<const Lit> bits = instance.blaster.bits(variable.expr);
    if (is_narrow(variable.sort)) {
      const uint64_t value = problem.hint.narrow(v);
      for (size_t i = 0; i < bits.size(); ++i) {
        instance.sat.prefer(value >> i & 1 ? bits[i] : -bits[i]);
      }
    } else {
      const Value value = problem.hint.value(problem.pool, v);
      for (size_t i = 0; i < bits.size(); ++i) {
        instance.sat.prefer(bit_of(value, static_cast<unsigned>(i)) ? bits[i] : -bits[i]);
      }
    }
  }
}

void SatLayer::read_model(Instance& instance, const Problem& problem, Verdict& out) {
  out.changes.clear();
  for (VarId v : problem.variables) {
    const Variable& variable = problem.pool.variable_info(v);
    const std::span<const Lit> bits = instance.blaster.bits(variable.expr);
    if (bits.empty()) continue;
    if (is_narrow(variable.sort)) {
      uint64_t value = 0;
      for (size_t i = 0; i < bits.size(); ++i) {
        value |= uint64_t{instance.sat.value(bits[i])} << i;
      }
      if (value == problem.hint.narrow(v)) continue;
      out.changes.emplace_back(v, narrow_value(variable.sort, value));
    } else {
      mpz_class value;
      for (size_t i = 0; i < bits.size(); ++i) {
        if (instance.sat.value(bits[i])) mpz_setbit(value.get_mpz_t(), i);
      }
      out.changes.emplace_back(v, Value::bits(variable.sort.width, value));
    }
  }
}

void SatLayer::read_core(Instance& instance, const Problem& problem, Verdict& out) {
  out.core.clear();
  for (size_t i = 0; i < literals_.size(); ++i) {
    if (literals_[i] != Gates::true_lit && instance.sat.failed(literals_[i])) {
      out.core.push_back(problem.constraints[i]);
    }
  }
}

int SatLayer::Limit::conflicts_with(const SatInstance& sat) const {
  if (work == 0) return conflicts;
  const uint64_t affordable = std::max(least_conflicts, work / (sat.clauses() + 1));
  return static_cast<int>(std::min(static_cast<uint64_t>(conflicts), affordable));
}

// True when this settles the query.
bool SatLayer::attempt(Instance& instance, Problem& problem, Limit limit, Verdict& out) {
  instance.sat.report_to(&problem.meter);
  if (!assume(instance, problem, out)) {
    if (out.answer == Answer::unsat) {
      ++unsat_;
    } else {
      give_up(out);
    }
    return true;
  }
  prefer_hint(instance, problem);
  out.answer = instance.sat.solve(assumptions_, limit.conflicts_with(instance.sat), problem.meter);
  if (out.answer == Answer::sat) {
    ++sat_;
    read_model(instance, problem, out);
    return true;
  }
  if (out.answer == Answer::unsat) {
    ++unsat_;
    read_core(instance, problem, out);
    return true;
  }
  if (!instance.sat.timed_out()) return false;
  give_up(out);
  return true;
}

void SatLayer::count_waste(const Problem& problem) {
  uint64_t needed = 0;
  for (ExprId e : problem.constraints) needed += instance_->blaster.cone_size(e);
  const uint64_t variables = static_cast<uint64_t>(instance_->sat.variables());
  if (needed < variables) waste_ += variables - needed;
}

void SatLayer::solve(Problem& problem, Verdict& out) {
  const bool mine = std::all_of(problem.constraints.begin(), problem.constraints.end(),
                                [&](ExprId e) { return problem.literals.info(e).blastable; });
  if (!mine) return pass_on(problem, out);
  if (!may_labour(problem, out)) return;
  ++calls_;
  if (manner_ == Manner::alone) {
    Instance alone(problem.pool, SatInstance::Style::thorough);
    const bool brief = problem.effort == Effort::brief;
    const Limit limit = brief ? Limit{brief_conflicts, brief_work} : Limit{thorough_conflicts, 0};
    if (attempt(alone, problem, limit, out)) return;
    if (!brief) return pass_on(problem, out);
    return put_off(out);
  }
  prepare(problem);
  const bool settled = attempt(*instance_, problem, {quick_conflicts, brief_work}, out);
  if (instance_->sat.is_spoilt()) {
    instance_.reset();
  } else if (out.answer != Answer::unsat) {
    count_waste(problem);
  }
  if (!settled) pass_on(problem, out);
}

}  // namespace cuttle
