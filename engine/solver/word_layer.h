// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/solver/layer.h"
#include "engine/solver/word_step.h"

namespace cuttle {

// Looks at whole words instead of bits: several methods, each quick, that know what the queries of
// programs look like.
class WordLayer : public Layer {
 public:
  WordLayer(ExprPool& pool, Literals& literals, ModelEvaluator& evaluator, Layer* next);
  void solve(Problem& problem, Verdict& out) override;

 private:
  struct Method {
    std::unique_ptr<WordStep> step;
    uint64_t& sat;
    uint64_t& unsat;
  };
  void add(const std::string& name, std::unique_ptr<WordStep> step);

  ModelEvaluator& evaluator_;
  std::vector<Method> methods_;
};

}  // namespace cuttle
