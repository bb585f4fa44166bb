// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solver/finite_search.h"
#include "engine/solver/layer.h"
#include "engine/solver/word_step.h"

namespace cuttle {

// FiniteSearch as a layer. It may work for some milliseconds, and where that was in vain too often
// it tries only now and then.
class FiniteLayer : public Layer {
 public:
  FiniteLayer(ModelEvaluator& evaluator, Layer* next);
  void solve(Problem& problem, Verdict& out) override;

 private:
  uint64_t limit();
  void learn(Answer answer);

  ModelEvaluator& evaluator_;
  FiniteSearch search_;
  uint64_t allowance_;
  uint64_t skipped_ = 0;
  uint64_t& calls_ = counter("calls");
  uint64_t& sat_ = counter("sat");
  uint64_t& unsat_ = counter("unsat");
};

}  // namespace cuttle
