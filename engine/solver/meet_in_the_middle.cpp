// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/meet_in_the_middle.h"

#include <algorithm>
#include <cmath>

#include "engine/expr/bits.h"
#include "engine/solver/literals.h"

namespace cuttle {

namespace {

constexpr double inner_limit_bits = 16, outer_limit_bits = 22;
constexpr uint64_t inner_limit = uint64_t{1} << 16, outer_limit = uint64_t{1} << 22;
// Of more outer combinations than the limit only some are tried.
constexpr double max_outer_bits = 40;
// With this much more freedom than the width of the term, failing has a chance of 1 : e^16.
constexpr double spare_bits = 4;
constexpr double missing_bits = 2;
constexpr uint64_t max_candidates = 2'000;
// Operations on single values that the outer side may cost: around a second.
constexpr uint64_t max_work = uint64_t{1} << 31;
// Entries with one value: an inside that hardly depends on its variables has thousands.
constexpr unsigned max_equal_entries = 64;
constexpr uint64_t checksum_probes = 8;
constexpr unsigned min_width = 9;

constexpr unsigned filter_bits = 19, table_bits = 17;

uint64_t spread(uint64_t value) {
  return mix(value, 1);
}

std::vector<VarId> without(const std::vector<VarId>& a, const std::vector<VarId>& b) {
  std::vector<VarId> rest;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
  return rest;
}

void add_variables(ExprPool& pool, ExprId e, std::vector<VarId>& out) {
  const std::span<const VarId> added = pool.variables_of(e);
  std::vector<VarId> both;
  std::set_union(out.begin(), out.end(), added.begin(), added.end(), std::back_inserter(both));
  out.swap(both);
}

// Takes the domains of these variables, from the last to the first, as long as there is room.
double take_domains(const Domains& domains, const std::vector<VarId>& variables, double max_bits,
                    std::vector<const Domain*>& out, bool& all) {
  double bits = 0;
  for (size_t i = variables.size(); i-- > 0;) {
    const Domain& domain = domains.of(variables[i]);
    const double more = domain.listed ? std::log2(static_cast<double>(domain.values.size())) : 0;
    if (!domain.listed || bits + more > max_bits || out.size() == LaneProgram::max_variables) {
      all = false;
      continue;
    }
    bits += more;
    out.push_back(&domain);
  }
  return bits;
}

std::vector<VarId> variables_of(const std::vector<const Domain*>& domains) {
  std::vector<VarId> variables;
  for (const Domain* domain : domains) variables.push_back(domain->var);
  return variables;
}

}  // namespace

MeetInTheMiddle::Cut MeetInTheMiddle::make_cut(ExprPool& pool, const Descent& descent,
                                               const Domains& domains, size_t step,
                                               size_t part) const {
  Cut cut{.step = step, .part = part, .complete = true};
  std::vector<VarId> sides, rest;
  for (size_t i = 0; i <= step; ++i) {
    const auto& parts = descent.steps()[i].parts;
    const size_t count = i == step ? part : parts.size() - 1;
    for (size_t k = 0; k < count; ++k) add_variables(pool, parts[k].term, sides);
    for (size_t k = part; i == step && k < parts.size(); ++k) {
      add_variables(pool, parts[k].term, rest);
    }
  }
  const std::vector<VarId> outer = without(sides, rest), inner = without(rest, sides);
  if (outer.size() != sides.size()) cut.complete = false;  // what both need keeps its value
  cut.outer_bits = take_domains(domains, outer, max_outer_bits, cut.outer, cut.complete);
  cut.inner_bits = take_domains(domains, inner, inner_limit_bits, cut.inner, cut.complete);
  if (cut.outer_bits > outer_limit_bits) cut.complete = false;
  cut.outer_bits = std::min(cut.outer_bits, outer_limit_bits);
  return cut;
}

// The cut with the least work among those that promise a solution; otherwise the best one.
bool MeetInTheMiddle::choose_cut(WordContext& context, const Descent& descent,
                                 const Domains& domains, Cut& best) {
  const double wanted = descent.width() + spare_bits;
  double best_bits = -1;
  for (size_t step = 0; step < descent.steps().size(); ++step) {
    for (size_t part = 0; part < descent.steps()[step].parts.size(); ++part) {
      Cut cut = make_cut(context.problem.pool, descent, domains, step, part);
      if (cut.outer.empty() || cut.inner.empty()) continue;
      const double bits = std::min(wanted, cut.outer_bits + cut.inner_bits);
      const bool better = bits > best_bits || (bits == best_bits && cut.complete && !best.complete);
      if (!better) continue;
      best = std::move(cut);
      best_bits = bits;
    }
  }
  return best_bits >= descent.width() - missing_bits || (best_bits >= 0 && best.complete);
}

void MeetInTheMiddle::clear_table() {
  filter_.assign((size_t{1} << filter_bits) / 64, 0);
  table_.assign(size_t{1} << table_bits, Entry{});
  candidates_ = 0;
}

void MeetInTheMiddle::insert(uint64_t value, uint32_t index) {
  const uint64_t hash = spread(value);
  const uint64_t bit = hash >> (64 - filter_bits);
  filter_[bit / 64] |= uint64_t{1} << bit % 64;
  size_t at = hash & (table_.size() - 1);
  for (unsigned equal = 0; table_[at].index != 0; at = (at + 1) & (table_.size() - 1)) {
    equal += table_[at].value == value;
    if (equal == max_equal_entries) return;
  }
  table_[at] = {value, index + 1};
}

bool MeetInTheMiddle::compile(WordContext& context, std::span<const ExprId> roots,
                              const std::vector<const Domain*>& domains) {
  const bool compiled =
      program_.compile(context.problem.pool, roots, variables_of(domains), context.evaluator);
  return context.problem.meter.spend(program_.visits()) && compiled;
}

// How many outer combinations may be tried with the program as it is.
uint64_t MeetInTheMiddle::affordable_outer() const {
  return std::min(outer_limit, std::max(inner_limit, max_work / (program_.operations() + 1)));
}

bool MeetInTheMiddle::fill_table(WordContext& context, const Descent& descent, const Cut& cut) {
  const Descent::Step& step = descent.steps()[cut.step];
  std::vector<ExprId> roots;
  for (size_t k = cut.part; k < step.parts.size(); ++k) roots.push_back(step.parts[k].term);
  context.evaluator.begin(context.problem.hint);
  if (!compile(context, roots, cut.inner)) return false;
  sides_.clear();
  for (size_t k = 0; k < roots.size(); ++k) sides_.push_back(&program_.result(k));
  clear_table();
  Odometer inner(cut.inner, inner_limit);
  Descent::Lanes value;
  uint32_t index = 0;
  uint64_t changed = 0;
  while (const size_t count = inner.next(program_, changed)) {
    if (!context.problem.meter.spend(program_.run(changed) + 1)) return false;
    descent.add_up(step, cut.part, sides_, value);
    for (size_t lane = 0; lane < count; ++lane) insert(value[lane], index++);
  }
  return true;
}

// From the value 0 of the whole to what the inside must be.
void MeetInTheMiddle::undo_block(const Descent& descent, const Cut& cut, Descent::Lanes& value) {
  value.fill(0);
  size_t root = 0;
  for (size_t i = 0; i <= cut.step; ++i) {
    const Descent::Step& step = descent.steps()[i];
    const size_t count = i == cut.step ? cut.part : step.parts.size() - 1;
    sides_.clear();
    for (size_t k = 0; k < count; ++k) sides_.push_back(&program_.result(root++));
    if (i == cut.step) {
      descent.take_away(step, sides_, value);
    } else {
      descent.undo(step, sides_, value);
    }
  }
  const uint64_t mask = low_mask(descent.width());
  for (uint64_t& v : value) v &= mask;
}

bool MeetInTheMiddle::try_matches(WordContext& context, const Cut& cut, const Odometer& outer,
                                  uint64_t index, uint64_t value) {
  const uint64_t hash = spread(value);
  const uint64_t bit = hash >> (64 - filter_bits);
  if ((filter_[bit / 64] >> bit % 64 & 1) == 0) return false;
  const Odometer inner(cut.inner, inner_limit);
  for (size_t at = hash & (table_.size() - 1); table_[at].index != 0;
       at = (at + 1) & (table_.size() - 1)) {
    if (table_[at].value != value) continue;
    ++candidates_;
    changes_.clear();
    inner.values_at(table_[at].index - 1, changes_);
    outer.values_at(index, changes_);
    if (!satisfied(context, changes_)) continue;
    answer_sat(context, changes_);
    return true;
  }
  return false;
}

bool MeetInTheMiddle::search(WordContext& context, const Descent& descent, const Cut& cut) {
  std::vector<ExprId> roots;
  for (size_t i = 0; i <= cut.step; ++i) {
    const auto& parts = descent.steps()[i].parts;
    const size_t count = i == cut.step ? cut.part : parts.size() - 1;
    for (size_t k = 0; k < count; ++k) roots.push_back(parts[k].term);
  }
  context.evaluator.begin(context.problem.hint);
  if (!compile(context, roots, cut.outer)) return false;
  Odometer outer(cut.outer, affordable_outer());
  Descent::Lanes value;
  uint64_t index = 0, changed = 0;
  bool at_end = false;
  while (candidates_ < max_candidates) {
    const size_t count = outer.next(program_, changed);
    at_end = count == 0;
    if (at_end) break;
    if (!context.problem.meter.spend(program_.run(changed) + 1)) return false;
    undo_block(descent, cut, value);
    for (size_t lane = 0; lane < count; ++lane) {
      if (try_matches(context, cut, outer, index + lane, value[lane])) return true;
    }
    index += count;
  }
  const bool complete = cut.complete && at_end && outer.is_complete() &&
                        Odometer(cut.inner, inner_limit).is_complete();
  // No value at all makes the sides equal, whatever else holds.
  if (!complete || candidates_ != 0) return false;
  context.out.answer = Answer::unsat;
  return true;
}

bool MeetInTheMiddle::solve_chain(WordContext& context, const Domains& domains, ExprId a,
                                  ExprId b) {
  const Descent descent(context.problem.pool, a, b);
  Cut cut;
  if (descent.steps().empty() || !choose_cut(context, descent, domains, cut)) return false;
  // A mere sum: others do that better.
  if (descent.steps().size() == 1 && !cut.complete) return false;
  return fill_table(context, descent, cut) && search(context, descent, cut);
}

// With f = a - b: if f(outer, inner) = f(outer, hint) + f(hint, inner) - f(hint, hint), then the
// last three must add up to 0. Whether that is so shows when candidates are evaluated.
bool MeetInTheMiddle::meet_checksum(WordContext& context, const Cut& cut, ExprId a, ExprId b,
                                    Combine how) {
  ExprPool& pool = context.problem.pool;
  const uint64_t mask = low_mask(pool.sort(a).width);
  const ExprId roots[] = {a, b};
  const auto combine = [&](uint64_t x, uint64_t y) {
    return how == Combine::sum ? (x - y) & mask : x ^ y;
  };
  const auto value = [&](size_t lane) {
    return combine(program_.result(0)[lane], program_.result(1)[lane]);
  };
  context.evaluator.begin(context.problem.hint);
  const uint64_t base = combine(context.evaluator.narrow(a), context.evaluator.narrow(b));
  if (!compile(context, roots, cut.inner)) return false;
  clear_table();
  Odometer inner(cut.inner, inner_limit);
  uint64_t index = 0, changed = 0;
  while (const size_t count = inner.next(program_, changed)) {
    if (!context.problem.meter.spend(program_.run(changed) + 1)) return false;
    for (size_t lane = 0; lane < count; ++lane) {
      insert(value(lane), static_cast<uint32_t>(index++));
    }
  }
  context.evaluator.begin(context.problem.hint);
  if (!compile(context, roots, cut.outer)) return false;
  Odometer outer(cut.outer, affordable_outer());
  index = 0;
  while (candidates_ < max_candidates) {
    const size_t count = outer.next(program_, changed);
    if (count == 0 || !context.problem.meter.spend(program_.run(changed) + 1)) return false;
    for (size_t lane = 0; lane < count; ++lane) {
      const uint64_t wanted = combine(base, value(lane));
      if (try_matches(context, cut, outer, index + lane, wanted)) return true;
    }
    index += count;
  }
  return false;
}

// Looks at a few combinations.
bool MeetInTheMiddle::is_checksum(WordContext& context, const Cut& cut, ExprId a, ExprId b,
                                  Combine how) {
  const uint64_t mask = low_mask(context.problem.pool.sort(a).width);
  ModelEvaluator& evaluator = context.evaluator;
  const Odometer inner(cut.inner, 2), outer(cut.outer, 2);  // at random
  const auto value = [&](uint64_t index, bool with_inner, bool with_outer) {
    changes_.clear();
    if (with_inner) inner.values_at(index, changes_);
    if (with_outer) outer.values_at(index, changes_);
    evaluator.begin(context.problem.hint);
    for (const auto& [var, bits] : changes_) evaluator.override_variable(var, bits);
    const uint64_t x = evaluator.narrow(a), y = evaluator.narrow(b);
    return how == Combine::sum ? x - y : x ^ y;
  };
  const uint64_t base = value(0, false, false);
  for (uint64_t i = 0; i < checksum_probes; ++i) {
    const uint64_t both = value(i, true, true);
    const uint64_t one = value(i, true, false), other = value(i, false, true);
    const uint64_t wrong =
        how == Combine::sum ? both - one - other + base : both ^ one ^ other ^ base;
    if ((wrong & mask) != 0) return false;
  }
  return true;
}

// Half of the variables on each side. Neighbours often stand in for each other (in `h * 33 + c`,
// one more here is 33 more there), so it takes many of them to reach every value.
bool MeetInTheMiddle::solve_checksum(WordContext& context, const Domains& domains, ExprId a,
                                     ExprId b, Combine how) {
  ExprPool& pool = context.problem.pool;
  std::vector<VarId> variables;
  add_variables(pool, a, variables);
  add_variables(pool, b, variables);
  const auto middle = variables.begin() + static_cast<ptrdiff_t>(variables.size() / 2);
  Cut cut;
  const double unlimited = 64.0 * LaneProgram::max_variables;
  cut.outer_bits =
      take_domains(domains, {variables.begin(), middle}, unlimited, cut.outer, cut.complete);
  cut.inner_bits =
      take_domains(domains, {middle, variables.end()}, unlimited, cut.inner, cut.complete);
  const double bits =
      std::min(cut.inner_bits, inner_limit_bits) + std::min(cut.outer_bits, outer_limit_bits);
  const bool possible =
      !cut.inner.empty() && !cut.outer.empty() && bits >= pool.sort(a).width - missing_bits;
  return possible && is_checksum(context, cut, a, b, how) && meet_checksum(context, cut, a, b, how);
}

bool MeetInTheMiddle::solve(WordContext& context, const Domains& domains) {
  Problem& problem = context.problem;
  for (ExprId goal : problem.goals) {
    const LiteralInfo info = problem.literals.info(goal);
    if (info.relation != Relation::eq) continue;
    const Sort sort = problem.pool.sort(info.a);
    if (!sort.is_bits() || sort.width > 64 || sort.width < min_width) continue;
    if (solve_chain(context, domains, info.a, info.b)) return true;
    for (Combine how : {Combine::sum, Combine::exclusive_or}) {
      if (solve_checksum(context, domains, info.a, info.b, how)) return true;
    }
  }
  return false;
}

}  // namespace cuttle
