// SPDX-License-Identifier: Apache-2.0
#include "engine/prune/substitute.h"

#include "engine/expr/ops.h"

namespace cuttle {

bool Substitution::ready(ExprId e) {
  const size_t before = stack_.size();
  const ExprNode node = pool_.node(e);
  const auto need = [&](ExprId arg) {
    if (!done_.contains(arg.index)) stack_.push_back(arg);
  };
  for (unsigned i = 0; i < op_info(node.op).arity; ++i) need(node.args[i]);
  if (has_table(node.op))
    for (ExprId element : pool_.elements(node.payload)) need(element);
  return stack_.size() == before;
}

ExprId Substitution::build(ExprId e) {
  const ExprNode node = pool_.node(e);
  if (node.op == Op::constant) return e;
  if (node.op == Op::variable) {
    const ExprId image = image_(node.payload);
    return image ? image : e;
  }
  ExprId args[3];
  const unsigned arity = op_info(node.op).arity;
  bool same = true;
  for (unsigned i = 0; i < arity; ++i) {
    args[i] = done_.at(node.args[i].index);
    same = same && args[i] == node.args[i];
  }
  uint32_t payload = node.payload;
  if (has_table(node.op)) {
    std::vector<ExprId> elements;
    for (ExprId element : pool_.elements(payload)) elements.push_back(done_.at(element.index));
    const TableId table = pool_.table(elements);
    same = same && table == payload;
    payload = table;
  }
  return same ? e : pool_.make(node.op, node.sort, {args, arity}, payload);
}

ExprId Substitution::operator()(ExprId e) {
  stack_.assign(1, e);
  while (!stack_.empty()) {
    const ExprId next = stack_.back();
    if (done_.contains(next.index)) {
      stack_.pop_back();
    } else if (ready(next)) {
      const ExprId built = build(next);
      done_.emplace(next.index, built);
      stack_.pop_back();
    }
  }
  return done_.at(e.index);
}

}  // namespace cuttle
