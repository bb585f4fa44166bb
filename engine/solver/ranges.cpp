// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/ranges.h"

#include <algorithm>

#include "engine/solver/float_range.h"
#include "engine/solver/range_ops.h"

namespace cuttle {

namespace {

bool has_range(Sort sort) {
  return is_narrow(sort) || has_float_range(sort);
}

}  // namespace

// All nodes with ranges below the constraints. False when there are too many.
bool Ranges::collect(const Problem& problem) {
  const ExprPool& pool = problem.pool;
  for (ExprId e : nodes_) slots_[e.index] = 0;
  nodes_.clear();
  if (slots_.size() < pool.size()) slots_.resize(pool.size() + pool.size() / 4 + 64);
  stack_ = problem.constraints;
  while (!stack_.empty()) {
    const ExprId e = stack_.back();
    stack_.pop_back();
    if (!e || slots_[e.index] != 0 || !has_range(pool.sort(e))) continue;
    if (nodes_.size() == max_nodes) return false;
    slots_[e.index] = 1;
    nodes_.push_back(e);
    for (ExprId a : pool.node(e).args) stack_.push_back(a);
  }
  std::sort(nodes_.begin(), nodes_.end());
  ranges_.clear();
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const ExprId e = nodes_[i];
    slots_[e.index] = static_cast<uint32_t>(i + 1);
    const unsigned width = bit_width(pool.sort(e));
    ranges_.push_back(pool.is_constant(e) ? Range::constant(width, pool.value(e).low64())
                                          : Range::full(width));
  }
  for (ExprId e : problem.constraints) slot(e)->meet(Range::constant(1, 1));
  return true;
}

Range* Ranges::slot(ExprId e) {
  return e && slots_[e.index] != 0 ? &ranges_[slots_[e.index] - 1] : nullptr;
}

Range Ranges::range_of(ExprId e) const {
  if (e && slots_[e.index] != 0) return ranges_[slots_[e.index] - 1];
  return Range::full(1);
}

Range Ranges::lookup(const ExprPool& pool, const ExprNode& node) {
  const std::span<const ExprId> elements = pool.elements(node.payload);
  const unsigned width = bit_width(node.sort);
  Range index = range_of(node.args[0]);
  if (!is_narrow(pool.sort(node.args[0]))) index = Range::full(64);
  const uint64_t last = elements.size() - 1;
  const uint64_t low = std::min(index.low, last), high = std::min(index.high, last);
  if (high - low > max_elements || elements_ > max_all_elements) return Range::full(width);
  elements_ += high - low + 1;
  Range result{.width = width, .empty = true};
  for (uint64_t i = low; i <= high; ++i) {
    if (!pool.is_constant(elements[i])) return Range::full(width);
    result = Range::join(result, Range::constant(width, pool.value(elements[i]).low64()));
  }
  return result;
}

bool Ranges::forward(const Problem& problem) {
  const ExprPool& pool = problem.pool;
  for (size_t i = 0; i < nodes_.size(); ++i) {
    const ExprNode& node = pool.node(nodes_[i]);
    Range result;
    if (node.op <= Op::variable || node.op > Op::f_to_unsigned) continue;
    if (node.op == Op::lookup) {
      result = lookup(pool, node);
    } else if (!has_range(pool.sort(node.args[0]))) {
      continue;
    } else if (node.op > Op::lookup) {
      result =
          float_range_forward(node.op, bit_width(node.sort), node.payload, pool.sort(node.args[0]),
                              range_of(node.args[0]), range_of(node.args[1]));
    } else {
      result = range_forward(node.op, bit_width(node.sort), node.payload, range_of(node.args[0]),
                             range_of(node.args[1]), range_of(node.args[2]));
    }
    changed_ |= ranges_[i].meet(result);
    if (ranges_[i].empty) return false;
  }
  return true;
}

bool Ranges::backward(const Problem& problem) {
  const ExprPool& pool = problem.pool;
  for (size_t i = nodes_.size(); i-- > 0;) {
    const ExprNode& node = pool.node(nodes_[i]);
    if (node.op <= Op::variable || node.op >= Op::lookup) continue;
    std::array<Range, 3> args{Range::full(1), Range::full(1), Range::full(1)};
    bool tracked = true;
    for (size_t k = 0; k < 3; ++k) {
      if (!node.args[k]) continue;
      const Range* known = slot(node.args[k]);
      tracked &= known != nullptr;
      if (known) args[k] = *known;
    }
    if (!tracked) continue;
    if (!range_backward(node.op, node.payload, ranges_[i], args[0], args[1], args[2])) continue;
    changed_ = true;
    for (size_t k = 0; k < 3; ++k) {
      if (!node.args[k]) continue;
      // Met, not set: both arguments may be the same term.
      Range& known = *slot(node.args[k]);
      known.meet(args[k]);
      if (known.empty) return false;
    }
  }
  return true;
}

// The old values, moved into the ranges.
bool Ranges::try_hint(WordContext& context) {
  const Problem& problem = context.problem;
  WordChanges changes;
  for (VarId v : problem.variables) {
    const ExprId variable = problem.pool.variable_info(v).expr;
    const Range* range = slot(variable);
    if (!range || !is_narrow(problem.pool.sort(variable))) continue;
    const uint64_t old = problem.hint.narrow(v);
    if (range->contains(old)) continue;
    uint64_t value = std::clamp(old, range->low, range->high);
    const int64_t as_signed = sign_extended(value, range->width);
    value = static_cast<uint64_t>(std::clamp(as_signed, range->signed_low, range->signed_high));
    changes.emplace_back(v, ((value & ~range->zeros) | range->ones) & range->mask());
  }
  if (changes.empty() || !satisfied(context, changes)) return false;
  answer_sat(context, changes);
  return true;
}

bool Ranges::propagate(const Problem& problem) {
  elements_ = 0;
  is_complete_ = collect(problem);
  problem.meter.spend(nodes_.size());
  if (!is_complete_) return true;
  for (unsigned round = 0; round < max_rounds; ++round) {
    changed_ = false;
    if (!forward(problem) || !backward(problem)) return false;
    problem.meter.spend(2 * nodes_.size() + elements_);
    if (!changed_ || problem.meter.late()) break;
  }
  return true;
}

Range Ranges::range_of_term(const ExprPool& pool, ExprId term) const {
  const bool known = is_complete_ && term.index < slots_.size() && slots_[term.index] != 0;
  return known ? ranges_[slots_[term.index] - 1] : Range::full(bit_width(pool.sort(term)));
}

bool Ranges::solve(WordContext& context) {
  if (!propagate(context.problem)) {
    context.out.answer = Answer::unsat;
    return true;
  }
  return is_complete_ && try_hint(context);
}

}  // namespace cuttle
