// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/solver/literals.h"
#include "engine/solver/model_evaluator.h"
#include "engine/solver/word_step.h"

namespace cuttle {

// Goes from a wanted value of a term down to values of its variables by inverting one operation
// after another, with the other operands as they are: `(x ^ c) + d == e` gives x. Where an
// operation has no exact inverse, a good guess will do, because candidates are evaluated anyway.
// Terms of more than 64 bits are left alone.
class Inverse {
 public:
  Inverse(const ExprPool& pool, Literals& literals) : pool_(pool), literals_(literals) {}

  // Appends alternative sets of changes, each of which should make the constraint true.
  // `evaluator` knows the present values.
  void make_true(ExprId constraint, ModelEvaluator& evaluator, std::vector<WordChanges>& out);
  // One way to give a term a value. False when none is known.
  bool reach(ExprId term, uint64_t value, ModelEvaluator& evaluator, WordChanges& changes);

 private:
  void want(ExprId term, uint64_t value, unsigned depth);
  void want_bool(ExprId e, bool value, unsigned depth);
  void want_relation(const LiteralInfo& info);
  void want_order(const LiteralInfo& info, bool is_signed, bool strict);
  void want_both(ExprId a, uint64_t a_value, ExprId b, uint64_t b_value, unsigned depth);
  void want_swap(ExprId a, ExprId b);
  void want_arithmetic(const ExprNode& node, uint64_t value, unsigned depth);
  void want_product(const ExprNode& node, uint64_t value, unsigned depth);
  void want_division(const ExprNode& node, uint64_t value, unsigned depth);
  void want_bitwise(const ExprNode& node, uint64_t value, unsigned depth);
  void want_shift(const ExprNode& node, uint64_t value, unsigned depth);
  void want_parts(const ExprNode& node, uint64_t value, unsigned depth);
  void want_choice(const ExprNode& node, uint64_t value, unsigned depth);
  void want_element(const ExprNode& node, uint64_t value, unsigned depth);
  uint64_t now(ExprId e) { return evaluator_->narrow(e); }
  bool settable(ExprId e) const { return !pool_.is_constant(e) && is_narrow(pool_.sort(e)); }

  const ExprPool& pool_;
  Literals& literals_;
  ModelEvaluator* evaluator_ = nullptr;
  std::vector<WordChanges>* out_ = nullptr;
};

}  // namespace cuttle
