// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/model_evaluator.h"

#include <algorithm>

#include "engine/expr/bits_apply.h"
#include "engine/expr/evaluator.h"
#include "engine/expr/ops.h"

namespace cuttle {

void ModelEvaluator::grow() {
  cells_.resize(pool_.size() + pool_.size() / 4 + 64);
}

void ModelEvaluator::begin(const DenseModel& model) {
  model_ = &model;
  wide_.clear();
  if (++epoch_ == always) {
    cells_.assign(cells_.size(), Cell{});
    epoch_ = 1;
  }
  if (cells_.size() < pool_.size()) grow();
}

void ModelEvaluator::override_variable(VarId v, uint64_t bits) {
  store(pool_.variable_info(v).expr, bits);
}

void ModelEvaluator::override_variable(VarId v, const Value& value) {
  store(pool_.variable_info(v).expr, value);
}

bool ModelEvaluator::all_true(std::span<const ExprId> constraints) {
  return std::all_of(constraints.begin(), constraints.end(), [&](ExprId e) { return is_true(e); });
}

void ModelEvaluator::store(ExprId e, const Value& value) {
  if (is_narrow(pool_.sort(e))) return store(e, value.low64());
  wide_.push_back(value);
  store(e, uint64_t{wide_.size() - 1});
}

Value ModelEvaluator::known_value(ExprId e) const {
  const Sort sort = pool_.sort(e);
  if (pool_.is_constant(e)) return pool_.value(e);
  const uint64_t bits = cells_[e.index].bits;
  return is_narrow(sort) ? narrow_value(sort, bits) : wide_[bits];
}

Value ModelEvaluator::value(ExprId e) {
  narrow(e);
  return known_value(e);
}

void ModelEvaluator::run(ExprId root) {
  const size_t bottom = stack_.size();
  const uint64_t before = steps_;
  stack_.push_back(root);
  while (stack_.size() > bottom) {
    const ExprId e = stack_.back();
    if (known(e)) {
      stack_.pop_back();
    } else {
      step(e);
    }
  }
  if (meter_ != nullptr) meter_->spend(steps_ - before);
}

void ModelEvaluator::step_leaf(ExprId e, const ExprNode& node) {
  if (node.op == Op::constant) {
    cells_[e.index] = {is_narrow(node.sort) ? pool_.value(e).low64() : 0, always};
  } else if (is_narrow(node.sort)) {
    store(e, model_->narrow(node.payload));
  } else {
    store(e, model_->value(pool_, node.payload));
  }
}

void ModelEvaluator::step_lookup(ExprId e, const ExprNode& node) {
  const ExprId index = node.args[0];
  if (need(index)) return;
  ExprId chosen;
  if (is_narrow(pool_.sort(index))) {
    const std::span<const ExprId> elements = pool_.elements(node.payload);
    chosen = elements[std::min<uint64_t>(cells_[index.index].bits, elements.size() - 1)];
  } else {
    chosen = lookup_element(pool_, node.payload, known_value(index));
  }
  if (need(chosen)) return;
  if (is_narrow(node.sort)) {
    store(e, cells_[chosen.index].bits);
  } else {
    store(e, known_value(chosen));
  }
}

void ModelEvaluator::step_wide(ExprId e, const ExprNode& node) {
  const unsigned arity = op_info(node.op).arity;
  bool missing = false;
  for (unsigned i = 0; i < arity; ++i) missing |= need(node.args[i]);
  if (missing) return;
  Value args[3];
  for (unsigned i = 0; i < arity; ++i) args[i] = known_value(node.args[i]);
  store(e, apply(pool_, node, args));
}

// Computes `e` when its arguments are known; otherwise leaves them on the stack above it.
void ModelEvaluator::step(ExprId e) {
  const ExprNode& node = pool_.node(e);
  ++steps_;
  if (node.op <= Op::variable) return step_leaf(e, node);
  if (node.op == Op::lookup) return step_lookup(e, node);
  const ExprId first = node.args[0], second = node.args[1];
  if (node.op > Op::bv_sext || !is_narrow(node.sort) || !is_narrow(pool_.sort(first))) {
    return step_wide(e, node);
  }
  if (need(first)) return;
  const uint64_t a = cells_[first.index].bits;
  if (node.op == Op::ite) {
    const ExprId chosen = a ? second : node.args[2];
    if (!need(chosen)) store(e, cells_[chosen.index].bits);
    return;
  }
  NarrowArg b;
  if (second) {
    if (need(second)) return;
    b = {cells_[second.index].bits, bit_width(pool_.sort(second))};
  }
  store(e, narrow_apply(node.op, bit_width(node.sort), {a, bit_width(pool_.sort(first))}, b,
                        node.payload));
}

}  // namespace cuttle
