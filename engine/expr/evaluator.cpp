// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/evaluator.h"

#include <algorithm>

#include "engine/expr/bits_apply.h"
#include "engine/expr/ops.h"

namespace cuttle {
namespace {

constexpr size_t first_table_size = 256;

size_t hash_of(uint32_t expr) {
  return (expr * 0x9E3779B97F4A7C15ull) >> 32;
}

}  // namespace

Evaluator::Evaluator(const ExprPool& pool, const Assignment& assignment)
    : pool_(pool), assignment_(assignment), table_(first_table_size) {}

void Evaluator::reset() {
  if (++epoch_ == 0) {
    std::fill(table_.begin(), table_.end(), Entry{});
    epoch_ = 1;
  }
  used_ = 0;
  wide_.clear();
}

void Evaluator::grow() {
  std::vector<Entry> old(table_.size() * 4);
  old.swap(table_);
  size_t mask = table_.size() - 1;
  for (const Entry& entry : old) {
    if (entry.epoch != epoch_) continue;
    size_t at = hash_of(entry.expr) & mask;
    while (table_[at].epoch == epoch_) at = (at + 1) & mask;
    table_[at] = entry;
  }
}

void Evaluator::store(ExprId e, uint64_t bits) {
  if ((used_ + 1) * 2 > table_.size()) grow();
  size_t mask = table_.size() - 1;
  size_t at = hash_of(e.index) & mask;
  while (table_[at].epoch == epoch_) {
    if (table_[at].expr == e.index) return;
    at = (at + 1) & mask;
  }
  table_[at] = {e.index, epoch_, bits};
  ++used_;
}

void Evaluator::store(ExprId e, const Value& value) {
  if (value.sort().is_narrow()) return store(e, value.low64());
  wide_.push_back(value);
  store(e, uint64_t{wide_.size() - 1});
}

// Finds the result of `e`, or puts `e` on the stack. Constants are read from the pool.
inline bool Evaluator::known(ExprId e, uint64_t& bits) {
  if (pool_.is_constant(e)) {
    bits = pool_.value(e).low64();
    return true;
  }
  size_t mask = table_.size() - 1;
  for (size_t at = hash_of(e.index) & mask;; at = (at + 1) & mask) {
    const Entry& entry = table_[at];
    if (entry.epoch != epoch_) break;
    if (entry.expr != e.index) continue;
    bits = entry.bits;
    return true;
  }
  stack_.push_back(e);
  return false;
}

Value Evaluator::value_of(ExprId e, uint64_t bits) const {
  if (pool_.is_constant(e)) return pool_.value(e);
  Sort sort = pool_.sort(e);
  return sort.is_narrow() ? Value::narrow(sort, bits) : wide_[bits];
}

void Evaluator::copy(ExprId e, ExprId from) {
  uint64_t bits = 0;
  if (!known(from, bits)) return;
  if (pool_.sort(e).is_narrow()) return store(e, bits);
  store(e, value_of(from, bits));
}

void Evaluator::step_ite(ExprId e, const ExprNode& node) {
  uint64_t condition = 0;
  if (known(node.args[0], condition)) copy(e, node.args[condition ? 1 : 2]);
}

void Evaluator::step_lookup(ExprId e, const ExprNode& node) {
  uint64_t bits = 0;
  if (!known(node.args[0], bits)) return;
  copy(e, lookup_element(pool_, node.payload, value_of(node.args[0], bits)));
}

void Evaluator::step_general(ExprId e, const ExprNode& node, unsigned arity) {
  uint64_t bits[3] = {};
  bool ready = true;
  for (unsigned i = 0; i < arity; ++i) ready &= known(node.args[i], bits[i]);
  if (!ready) return;
  Value args[3];
  for (unsigned i = 0; i < arity; ++i) args[i] = value_of(node.args[i], bits[i]);
  store(e, apply(pool_, node, args));
}

// Computes `e` when its arguments are known; otherwise leaves them on the stack above it.
void Evaluator::step(ExprId e) {
  const ExprNode& node = pool_.node(e);
  if (node.op == Op::variable) {
    const Value* value = assignment_.get(node.payload);
    return store(e, value ? *value : Value::zero(node.sort));
  }
  if (node.op == Op::ite) return step_ite(e, node);
  if (node.op == Op::lookup) return step_lookup(e, node);
  unsigned arity = op_info(node.op).arity;
  Sort a_sort = pool_.sort(node.args[0]);
  if (!has_narrow_form(node.op) || !node.sort.is_narrow() || !a_sort.is_narrow()) {
    return step_general(e, node, arity);
  }
  NarrowArg a{0, a_sort.narrow_width()}, b;
  bool ready = known(node.args[0], a.bits);
  if (arity > 1) {
    b.width = pool_.sort(node.args[1]).narrow_width();
    ready &= known(node.args[1], b.bits);
  }
  if (ready) store(e, narrow_apply(node.op, node.sort.narrow_width(), a, b, node.payload));
}

uint64_t Evaluator::run(ExprId e) {
  uint64_t bits = 0;
  if (known(e, bits)) return bits;
  while (!stack_.empty()) {
    size_t before = stack_.size();
    step(stack_.back());
    if (stack_.size() == before) stack_.pop_back();
  }
  known(e, bits);
  return bits;
}

Value Evaluator::evaluate(ExprId e) {
  return value_of(e, run(e));
}

bool Evaluator::is_true(ExprId e) {
  return run(e) != 0;
}

}  // namespace cuttle
