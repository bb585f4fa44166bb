// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/solver/layer.h"
#include "engine/solver/model_evaluator.h"

namespace cuttle {

// What the methods at word level share: the problem, and a judge of candidates.
struct WordContext {
  Problem& problem;
  Verdict& out;
  ModelEvaluator& evaluator;
};

// A model that differs from the hint in these words.
using WordChanges = std::vector<std::pair<VarId, uint64_t>>;

// One method: settles the query and returns true, or returns false. Settling as sat means that
// the changes were evaluated.
class WordStep {
 public:
  virtual ~WordStep() = default;
  virtual bool solve(WordContext& context) = 0;
};

// Do all constraints hold with these changes?
bool satisfied(WordContext& context, const WordChanges& changes);
// Makes the changes the answer.
void answer_sat(WordContext& context, const WordChanges& changes);

}  // namespace cuttle
