// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <z3.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/solver/wire.h"

namespace cuttle {

// Builds Z3 terms from nodes. Lives where Z3 runs: in the worker process, and in benchmarks and
// tests that use Z3 directly. Terms stay alive as long as the translator.
//
// A float variable is a bit-vector variable to Z3, read as a float: so models come back as patterns
// and patterns cost nothing to look at.
class Z3Translator {
 public:
  explicit Z3Translator(Z3_context context) : z3_(context) {}
  ~Z3Translator();
  Z3Translator(const Z3Translator&) = delete;
  Z3Translator& operator=(const Z3Translator&) = delete;

  // Translates one node whose arguments came before. False when there is no Z3 term for it.
  bool define(const WireNode& node);
  // Null when undefined or not translatable.
  Z3_ast term(ExprId e) const { return e.index < terms_.size() ? terms_[e.index] : nullptr; }

  struct Z3Variable {
    VarId var;
    Sort sort;
    Z3_ast symbol;
  };
  // In the order of definition.
  const std::vector<Z3Variable>& variables() const { return variables_; }

  // The variable's value in a model. False when the model leaves it open: any value will do.
  bool model_value(Z3_model model, const Z3Variable& variable, Value& out);

 private:
  Z3_ast translate(const WireNode& node);
  Z3_ast boolean_op(const ExprNode& node);
  Z3_ast bits_op(const ExprNode& node);
  Z3_ast float_op(const ExprNode& node);
  Z3_ast float_conversion(const ExprNode& node);
  Z3_ast float_remainder(Z3_ast a, Z3_ast b);
  Z3_ast float_extreme(const ExprNode& node, Z3_ast a, Z3_ast b);
  Z3_ast float_to_integer(const ExprNode& node);
  Z3_ast integer_op(const ExprNode& node);
  Z3_ast divided(const ExprNode& node);
  Z3_ast constant(const Value& value);
  Z3_ast variable(const WireNode& node);
  Z3_ast lookup(const WireNode& node);
  Z3_ast pick(const WireNode& node, Z3_ast index, size_t first, size_t last);
  Z3_ast numeral(unsigned width, const std::string& decimal);
  Z3_ast float_from_pattern(Z3_ast bits, unsigned width);
  Z3_ast pattern_of(Z3_ast value, unsigned width);
  Z3_ast rounding(const ExprNode& node);
  Z3_sort sort_of(Sort sort);
  Z3_sort float_sort(unsigned width);
  Z3_ast hold(Z3_ast term);
  Z3_ast arg(const ExprNode& node, unsigned i) const { return term(node.args[i]); }
  unsigned arg_width(const ExprNode& node, unsigned i) const {
    return sorts_[node.args[i].index].width;
  }

  Z3_context z3_;
  std::vector<Z3_ast> terms_;  // by the sender's ids
  std::vector<Sort> sorts_;    // likewise
  std::vector<Z3_ast> held_;
  std::unordered_map<unsigned, Z3_sort> float_sorts_;  // by width
  std::vector<Z3Variable> variables_;
};

}  // namespace cuttle
