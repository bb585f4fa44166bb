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
//
// A shared term is reached by many ways, each of which wants another value of it: in a hash
// `h ^ (h << 5) + (h >> 2) + c` over n characters there are 3^n. So each term is looked at a few
// times only, and a call takes at most `max_visits` steps.
class Inverse {
 public:
  Inverse(const ExprPool& pool, Literals& literals) : pool_(pool), literals_(literals) {}

  // Appends alternative sets of changes, each of which should make the constraint true.
  // `evaluator` knows the present values.
  void make_true(ExprId constraint, ModelEvaluator& evaluator, std::vector<WordChanges>& out);
  // One way to give a term a value. False when none is known.
  bool reach(ExprId term, uint64_t value, ModelEvaluator& evaluator, WordChanges& changes);

  static constexpr uint64_t max_visits = 2'000;
  // Steps of the last call.
  uint64_t visits() const { return visits_; }

 private:
  // How often a term was looked at in this call.
  struct Visited {
    uint32_t call = 0;
    uint32_t times = 0;
  };

  void begin(ModelEvaluator& evaluator, std::vector<WordChanges>& out);
  bool may_visit(ExprId term, unsigned depth);
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
  std::vector<Visited> visited_;  // by expression
  uint32_t call_ = 0;
  uint64_t visits_ = 0;
};

}  // namespace cuttle
