// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/copy.h"

#include "engine/expr/ops.h"

namespace cuttle {

// Puts arguments that are not copied yet on the stack.
bool ExprCopier::ready(ExprId e) {
  size_t before = stack_.size();
  auto need = [&](ExprId arg) {
    if (!copies_.contains(arg.index)) stack_.push_back(arg);
  };
  const ExprNode& node = from_.node(e);
  for (unsigned i = 0; i < op_info(node.op).arity; ++i) need(node.args[i]);
  if (has_table(node.op)) {
    for (ExprId element : from_.elements(node.payload)) need(element);
  }
  return stack_.size() == before;
}

ExprId ExprCopier::copy_node(ExprId e) {
  const ExprNode& node = from_.node(e);
  if (node.op == Op::constant) return to_.constant(from_.value(e));
  if (node.op == Op::variable) {
    const Variable& info = from_.variable_info(node.payload);
    return to_.variable(info.name, info.sort, info.type);
  }
  ExprId args[3];
  unsigned arity = op_info(node.op).arity;
  for (unsigned i = 0; i < arity; ++i) args[i] = copies_.at(node.args[i].index);
  uint32_t payload = node.payload;
  if (has_table(node.op)) {
    std::vector<ExprId> elements;
    for (ExprId element : from_.elements(payload)) elements.push_back(copies_.at(element.index));
    payload = to_.table(elements);
  }
  return to_.make(node.op, node.sort, {args, arity}, payload);
}

ExprId ExprCopier::copy(ExprId e) {
  stack_.assign(1, e);
  while (!stack_.empty()) {
    ExprId next = stack_.back();
    if (copies_.contains(next.index)) {
      stack_.pop_back();
    } else if (ready(next)) {
      copies_.emplace(next.index, copy_node(next));
      stack_.pop_back();
    }
  }
  return copies_.at(e.index);
}

}  // namespace cuttle
