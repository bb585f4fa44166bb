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
    return to_.variable(info.name, translated(info.sort), info.type);
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
  uint32_t aux = node.aux;
  if (node.op == Op::term_make) {
    aux = datatypes_[node.sort.width].constructors[aux];
  } else if (node.op == Op::term_is || node.op == Op::term_select) {
    payload = datatypes_[from_.sort(node.args[0]).width].constructors[payload];
  }
  return to_.make(node.op, translated(node.sort), {args, arity}, payload, aux);
}

// Names first, because fields may be of any datatype.
void ExprCopier::copy_datatypes() {
  for (size_t i = datatypes_.size(); i < from_.datatype_count(); ++i) {
    const Datatype& datatype = from_.datatype_info(Sort::term(static_cast<unsigned>(i)));
    datatypes_.push_back({to_.datatype(datatype.name), {}});
  }
  for (size_t i = 0; i < datatypes_.size(); ++i) {
    const auto& known = from_.datatype_info(Sort::term(static_cast<unsigned>(i))).constructors;
    for (size_t c = datatypes_[i].constructors.size(); c < known.size(); ++c) {
      TermConstructor copy = known[c];
      for (TermField& field : copy.fields) field.sort = translated(field.sort);
      datatypes_[i].constructors.push_back(to_.add_constructor(datatypes_[i].sort, copy));
    }
  }
}

ExprId ExprCopier::copy(ExprId e) {
  copy_datatypes();
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
