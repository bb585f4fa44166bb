// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "engine/expr/evaluator.h"
#include "engine/term/skeleton.h"

namespace cuttle::term {

// The inputs of one run, read as terms. What a test case does not mention has a default, and
// becomes part of the inputs as soon as somebody looks at it.
class Inputs {
 public:
  explicit Inputs(Skeleton& skeleton) : skeleton_(skeleton), pool_(skeleton.pool()) { begin({}); }

  void begin(const Assignment& given);

  // What stands at a position that the inputs do not mention; without one it is the first symbol of
  // the domain, 0, 0.5, and "a" (or as short as a text can be). Stays for all runs.
  struct Default {
    unsigned symbol = 0;
    mpz_class integer = 0;
    double floating = 0.5;
  };
  void set_default(PositionId p, const Default& value) { defaults_[p] = value; }

  // Of all variables that were given or looked at.
  const Assignment& values() const { return values_; }
  // Gives the variables of `e` that have no value yet their defaults.
  void touch(ExprId e);

  unsigned symbol_at(PositionId p);
  mpz_class integer_at(PositionId p);
  double float_at(PositionId p);
  std::u32string text_at(PositionId p);

  bool is_true(ExprId e);
  uint64_t evaluate(ExprId bits);
  mpz_class integer(ExprId signed_bits);
  double evaluate_float(ExprId e);

 private:
  Value default_value(const Skeleton::Owner& owner) const;

  Skeleton& skeleton_;
  ExprPool& pool_;
  Assignment values_;
  std::unordered_map<PositionId, Default> defaults_;
  std::unique_ptr<Evaluator> evaluator_;
};

}  // namespace cuttle::term
