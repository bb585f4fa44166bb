// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/evaluator.h"

#include <algorithm>

#include "engine/expr/bits_apply.h"
#include "engine/expr/ops.h"

namespace cuttle {
namespace {

bool is_narrow(Sort sort) {
  return sort.is_bool() || ((sort.is_bits() || sort.is_float()) && sort.width <= 64);
}

unsigned narrow_width(Sort sort) {
  return sort.is_bool() ? 1 : sort.width;
}

// Operations that narrow_apply() knows, when their arguments are narrow.
bool has_narrow_form(Op op) {
  return op >= Op::not_ && op <= Op::bv_sext;
}

}  // namespace

Evaluator::Evaluator(const ExprPool& pool, const Assignment& assignment)
    : pool_(pool), assignment_(assignment), table_(64) {}

void Evaluator::reset() {
  std::fill(table_.begin(), table_.end(), Entry{});
  used_ = 0;
  wide_.clear();
}

const Evaluator::Entry* Evaluator::find(ExprId e) const {
  size_t mask = table_.size() - 1;
  for (size_t at = mix(e.index, 0) & mask;; at = (at + 1) & mask) {
    const Entry& entry = table_[at];
    if (entry.expr == e.index) return &entry;
    if (entry.expr == 0) return nullptr;
  }
}

void Evaluator::grow() {
  std::vector<Entry> old(table_.size() * 2);
  old.swap(table_);
  size_t mask = table_.size() - 1;
  for (const Entry& entry : old) {
    if (entry.expr == 0) continue;
    size_t at = mix(entry.expr, 0) & mask;
    while (table_[at].expr != 0) at = (at + 1) & mask;
    table_[at] = entry;
  }
}

void Evaluator::store(ExprId e, uint64_t bits) {
  if (++used_ * 2 > table_.size()) grow();
  size_t mask = table_.size() - 1;
  size_t at = mix(e.index, 0) & mask;
  while (table_[at].expr != 0) at = (at + 1) & mask;
  table_[at] = {e.index, bits};
}

void Evaluator::store(ExprId e, const Value& value) {
  if (is_narrow(value.sort())) return store(e, value.low64());
  wide_.push_back(value);
  store(e, uint64_t{wide_.size() - 1});
}

Value Evaluator::value_of(ExprId e, uint64_t bits) const {
  Sort sort = pool_.sort(e);
  if (pool_.is_constant(e)) return pool_.value(e);
  if (!is_narrow(sort)) return wide_[bits];
  if (sort.is_bool()) return Value::boolean(bits != 0);
  Value pattern = Value::bits(sort.width, bits);
  return sort.is_float() ? Value::floating(sort.width, pattern) : pattern;
}

// Constants are read from the pool and take no entry.
bool Evaluator::known(ExprId e, uint64_t& bits) {
  if (pool_.is_constant(e)) {
    bits = pool_.value(e).low64();
    return true;
  }
  const Entry* entry = find(e);
  if (!entry) {
    stack_.push_back(e);
    return false;
  }
  bits = entry->bits;
  return true;
}

// The operations that do not need all their arguments. False when `node` is none of them.
bool Evaluator::step_lazy(ExprId e, const ExprNode& node) {
  if (node.op != Op::ite && node.op != Op::lookup) return false;
  uint64_t bits = 0;
  if (!known(node.args[0], bits)) return true;
  ExprId chosen = node.op == Op::ite
                      ? node.args[bits ? 1 : 2]
                      : lookup_element(pool_, node.payload, value_of(node.args[0], bits));
  if (!known(chosen, bits)) return true;
  if (is_narrow(node.sort)) {
    store(e, bits);
  } else {
    store(e, value_of(chosen, bits));
  }
  return true;
}

void Evaluator::step_wide(ExprId e, const ExprNode& node) {
  unsigned arity = op_info(node.op).arity;
  Value args[3];
  bool ready = true;
  for (unsigned i = 0; i < arity; ++i) {
    uint64_t bits = 0;
    ready &= known(node.args[i], bits);
    if (ready) args[i] = value_of(node.args[i], bits);
  }
  if (ready) store(e, apply(pool_, node, args));
}

// Computes `e` when its arguments are known; otherwise leaves them on the stack above it.
void Evaluator::step(ExprId e) {
  const ExprNode& node = pool_.node(e);
  if (node.op == Op::variable) {
    const Value* value = assignment_.get(node.payload);
    store(e, value ? *value : Value::zero(node.sort));
    return;
  }
  if (step_lazy(e, node)) return;
  unsigned arity = op_info(node.op).arity;
  Sort a_sort = pool_.sort(node.args[0]);
  Sort b_sort = arity > 1 ? pool_.sort(node.args[1]) : a_sort;
  if (!has_narrow_form(node.op) || !is_narrow(node.sort) || !is_narrow(a_sort)) {
    return step_wide(e, node);
  }
  NarrowArg a{0, narrow_width(a_sort)};
  NarrowArg b{0, narrow_width(b_sort)};
  bool ready = known(node.args[0], a.bits);
  if (arity > 1) ready &= known(node.args[1], b.bits);
  if (ready) store(e, narrow_apply(node.op, narrow_width(node.sort), a, b, 0, node.payload));
}

Value Evaluator::evaluate(ExprId e) {
  uint64_t bits = 0;
  stack_.clear();
  known(e, bits);
  while (!stack_.empty()) {
    ExprId next = stack_.back();
    if (find(next)) {
      stack_.pop_back();
    } else {
      step(next);
    }
  }
  known(e, bits);
  return value_of(e, bits);
}

bool Evaluator::is_true(ExprId e) {
  return evaluate(e).as_bool();
}

}  // namespace cuttle
