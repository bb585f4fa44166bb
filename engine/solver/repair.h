// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/solver/inverse.h"
#include "engine/solver/word_step.h"

namespace cuttle {

// Changes the hint until it satisfies everything: makes a violated constraint true by inverting its
// terms, in the way that violates the fewest others, and goes on with those. A few steps decide
// most satisfiable queries of a campaign, and the models stay close to the hint.
class Repair : public WordStep {
 public:
  Repair(const ExprPool& pool, Literals& literals) : inverse_(pool, literals) {}
  bool solve(WordContext& context) override;

 private:
  bool attempt(WordContext& context, uint64_t step_limit);
  bool step(WordContext& context);
  size_t violations(WordContext& context, const WordChanges& changes, size_t limit);
  static void overlay(WordChanges& base, const WordChanges& changes);
  static uint64_t hash_of(const WordChanges& changes);
  bool seen_before(const WordChanges& changes) const;

  Inverse inverse_;
  WordChanges now_, candidate_, best_;
  std::vector<WordChanges> alternatives_;
  std::vector<uint64_t> visited_;  // hashes of the models gone through
};

}  // namespace cuttle
