// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/path/execution.h"
#include "engine/solver/byte_functions.h"
#include "engine/solver/dense_model.h"
#include "engine/solver/model_evaluator.h"

namespace cuttle {

// Makes tests differ where paths do not: where a choice goes the same way for several values, such
// as the cases of a switch that share their code, each new test gets values that no test had yet,
// if the path does not mind. That costs no run.
class Variety {
 public:
  // Notes the values of a run. Returns how many are new at their place.
  uint32_t learn(ExprPool& pool, const Execution& execution);

  // Changes inputs of `model`, which satisfies the first `choices` conditions of `parent` and the
  // goal, so that it still does.
  void vary(ExprPool& pool, const Execution& parent, size_t choices, ExprId goal,
            Assignment& model);

  // The pool is about to be replaced.
  void forget_expressions();

 private:
  struct Progress {
    std::vector<bool> seen;  // by position in the way's values
    size_t first_unseen = 0;
  };

  bool is_complete(const SharedWay& way, const Choice& choice) const;
  Progress& progress(const SharedWay& way, const Choice& choice);
  ModelEvaluator& evaluator(ExprPool& pool);
  // What else the only variable of the way's subject could be.
  std::optional<uint64_t> candidate(ExprPool& pool, const SharedWay& way, const Progress& progress);
  bool holds(ExprPool& pool, std::span<const ExprId> conditions, ExprId goal, VarId changed,
             uint64_t value);

  std::map<std::pair<SiteId, AlternativeId>, Progress> progress_;  // by site and alternative
  ByteFunctions functions_;
  std::optional<ModelEvaluator> evaluator_;
  DenseModel model_;
};

}  // namespace cuttle
