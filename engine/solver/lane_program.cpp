// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/lane_program.h"

#include <algorithm>
#include <utility>

#include "engine/expr/bits_apply.h"
#include "engine/expr/ops.h"
#include "engine/solver/byte_functions.h"

namespace cuttle {

namespace {

using Lanes = LaneProgram::Lanes;

struct Widths {
  unsigned result, a, b;
};
using Apply = void (*)(const Widths&, uint32_t payload, const Lanes& a, const Lanes& b,
                       Lanes& __restrict out);

// One loop per operation, so that choosing the operation costs once per 128 results.
template <Op op>
[[gnu::flatten]] void apply_lanes(const Widths& widths, uint32_t payload, const Lanes& a,
                                  const Lanes& b, Lanes& __restrict out) {
  const Widths w = widths;
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = narrow_apply(op, w.result, {a[i], w.a}, {b[i], w.b}, payload);
  }
}

constexpr size_t first_op = static_cast<size_t>(Op::not_);
constexpr size_t op_limit = static_cast<size_t>(Op::bv_sext) + 1;

template <size_t... offsets>
constexpr std::array<Apply, sizeof...(offsets)> make_table(std::index_sequence<offsets...>) {
  return {&apply_lanes<static_cast<Op>(first_op + offsets)>...};
}

constexpr auto apply_table = make_table(std::make_index_sequence<op_limit - first_op>());

constexpr uint32_t constant_elements = 1u << 31;  // in the payload of look-ups
// Expressions that are too large for a table are parts of each other; a few are enough to see it.
constexpr unsigned max_in_vain = 16;

}  // namespace

bool LaneProgram::is_fixed(ExprId e) const {
  const std::span<const VarId> variables = pool_->variables_of(e);
  return std::none_of(varying_.begin(), varying_.end(), [&](VarId v) {
    return std::binary_search(variables.begin(), variables.end(), v);
  });
}

LaneProgram::Cell LaneProgram::constant(uint64_t value) {
  const uint32_t slot = new_slot();
  slots_[slot].fill(value);
  return {slot, 0};
}

// Leaves what `e` needs on the stack. False when it is beyond us.
bool LaneProgram::enter(ExprId e) {
  const ExprNode& node = pool_->node(e);
  if (!is_narrow(node.sort) || node.op > Op::lookup) return false;
  if (entered_ > max_operations || slots_.size() > max_slots) return false;
  const size_t before = stack_.size();
  for (unsigned i = 0; i < op_info(node.op).arity; ++i) {
    if (!cells_.contains(node.args[i])) stack_.push_back(node.args[i]);
  }
  if (node.op == Op::lookup) {
    for (ExprId element : pool_->elements(node.payload)) {
      if (!pool_->is_constant(element) && !cells_.contains(element)) stack_.push_back(element);
    }
    visits_ += pool_->elements(node.payload).size();
  }
  entered_ += stack_.size() != before;
  return true;
}

LaneProgram::Cell LaneProgram::lookup(const ExprNode& node) {
  const std::span<const ExprId> elements = pool_->elements(node.payload);
  const Cell index = cells_.at(node.args[0]);
  Instruction instruction{.op = Op::lookup, .out = new_slot(), .a = index.slot};
  instruction.depends = index.depends;
  if (std::all_of(elements.begin(), elements.end(), [&](ExprId e) { return is_fixed(e); })) {
    std::vector<uint64_t> values;
    for (ExprId e : elements) values.push_back(fixed_->narrow(e));
    instruction.payload = static_cast<uint32_t>(constant_tables_.size()) | constant_elements;
    constant_tables_.push_back(std::move(values));
  } else {
    std::vector<uint32_t> slots;
    for (ExprId e : elements) {
      const auto known = cells_.find(e);
      const Cell cell =
          known != cells_.end() ? known->second : cells_[e] = constant(fixed_->narrow(e));
      slots.push_back(cell.slot);
      instruction.depends |= cell.depends;
    }
    instruction.payload = static_cast<uint32_t>(tables_.size());
    tables_.push_back(std::move(slots));
  }
  code_.push_back(instruction);
  return {instruction.out, instruction.depends};
}

// The code for `e`, whose arguments are there.
LaneProgram::Cell LaneProgram::leave(ExprId e) {
  const ExprNode& node = pool_->node(e);
  if (node.op == Op::lookup) return lookup(node);
  Instruction instruction{.op = node.op, .payload = node.payload};
  instruction.width = static_cast<uint8_t>(bit_width(node.sort));
  instruction.a_width = instruction.b_width = 1;
  const unsigned arity = op_info(node.op).arity;
  uint32_t* const slots[] = {&instruction.a, &instruction.b, &instruction.c};
  for (unsigned i = 0; i < arity; ++i) {
    const Cell cell = cells_.at(node.args[i]);
    *slots[i] = cell.slot;
    instruction.depends |= cell.depends;
  }
  instruction.a_width = static_cast<uint8_t>(bit_width(pool_->sort(node.args[0])));
  if (arity > 1) instruction.b_width = static_cast<uint8_t>(bit_width(pool_->sort(node.args[1])));
  instruction.out = new_slot();
  code_.push_back(instruction);
  return {instruction.out, instruction.depends};
}

// Makes `e` a look-up by the only variable in it, if it computes enough with that.
bool LaneProgram::tabulate(ExprId e) {
  const ExprNode& node = pool_->node(e);
  const auto is_leaf = [&](ExprId argument) {
    return op_info(pool_->node(argument).op).arity == 0;
  };
  const unsigned arity = op_info(node.op).arity;
  if (functions_ == nullptr || in_vain_ == max_in_vain ||
      std::all_of(node.args.begin(), node.args.begin() + arity, is_leaf))
    return false;
  const std::vector<uint64_t>* values = functions_->find(*pool_, e, *fixed_);
  visits_ += functions_->visits();
  in_vain_ += values == nullptr && functions_->visits() != 0;
  if (values == nullptr) return false;
  const VarId var = pool_->variables_of(e)[0];
  const Cell index = cells_.at(pool_->variable_info(var).expr);
  Instruction instruction{.op = Op::lookup, .out = new_slot(), .a = index.slot};
  instruction.depends = index.depends;
  instruction.payload = static_cast<uint32_t>(constant_tables_.size()) | constant_elements;
  constant_tables_.push_back(*values);
  code_.push_back(instruction);
  cells_[e] = {instruction.out, instruction.depends};
  return true;
}

bool LaneProgram::translate(ExprId root) {
  stack_.assign(1, root);
  while (!stack_.empty()) {
    const ExprId e = stack_.back();
    ++visits_;
    if (cells_.contains(e)) {
      stack_.pop_back();
      continue;
    }
    if (is_narrow(pool_->sort(e)) && is_fixed(e)) {
      cells_[e] = constant(fixed_->narrow(e));
      continue;
    }
    if (tabulate(e)) continue;
    const size_t before = stack_.size();
    if (!enter(e)) return false;
    if (stack_.size() == before) cells_[e] = leave(e);
  }
  results_.push_back(cells_.at(root).slot);
  return true;
}

bool LaneProgram::compile(ExprPool& pool, std::span<const ExprId> roots,
                          std::span<const VarId> varying, ModelEvaluator& fixed,
                          ByteFunctions* functions) {
  pool_ = &pool;
  fixed_ = &fixed;
  functions_ = functions;
  varying_.assign(varying.begin(), varying.end());
  slots_.clear();
  code_.clear();
  results_.clear();
  tables_.clear();
  constant_tables_.clear();
  cells_.clear();
  visits_ = entered_ = in_vain_ = 0;
  if (varying_.size() > max_variables) return false;
  for (size_t i = 0; i < varying_.size(); ++i) {
    const Variable& variable = pool.variable_info(varying_[i]);
    if (!is_narrow(variable.sort)) return false;
    cells_[variable.expr] = {new_slot(), uint64_t{1} << i};
  }
  return std::all_of(roots.begin(), roots.end(), [&](ExprId e) { return translate(e); });
}

void LaneProgram::run_lookup(const Instruction& instruction) {
  Lanes& out = slots_[instruction.out];
  const Lanes& index = slots_[instruction.a];
  if (instruction.payload & constant_elements) {
    const std::vector<uint64_t>& values = constant_tables_[instruction.payload ^ constant_elements];
    const uint64_t last = values.size() - 1;
    for (size_t i = 0; i < lanes; ++i) out[i] = values[std::min(index[i], last)];
    return;
  }
  const std::vector<uint32_t>& elements = tables_[instruction.payload];
  const uint64_t last = elements.size() - 1;
  for (size_t i = 0; i < lanes; ++i) out[i] = slots_[elements[std::min(index[i], last)]][i];
}

size_t LaneProgram::run(uint64_t changed) {
  size_t count = 0;
  for (const Instruction& instruction : code_) {
    if ((instruction.depends & changed) == 0) continue;
    ++count;
    const Lanes &a = slots_[instruction.a], &b = slots_[instruction.b];
    if (instruction.op == Op::lookup) {
      run_lookup(instruction);
    } else if (instruction.op == Op::ite) {
      const Lanes& c = slots_[instruction.c];
      Lanes& out = slots_[instruction.out];
      for (size_t i = 0; i < lanes; ++i) out[i] = a[i] ? b[i] : c[i];
    } else {
      const Widths widths{instruction.width, instruction.a_width, instruction.b_width};
      apply_table[static_cast<size_t>(instruction.op) - first_op](widths, instruction.payload, a, b,
                                                                  slots_[instruction.out]);
    }
  }
  return count;
}

}  // namespace cuttle
