// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "engine/solver/chain_options.h"
#include "engine/solver/layer.h"
#include "engine/solver/literals.h"
#include "engine/solver/model_evaluator.h"
#include "engine/solver/path_index.h"
#include "engine/solver/polisher.h"
#include "engine/solver/solver.h"

namespace cuttle {

// The solver of a campaign: from layer to layer until one of them knows the answer, the cheap ones
// first. Every model is evaluated before it is handed out.
class ChainSolver : public Solver {
 public:
  ChainSolver(ExprPool& pool, const SolverLimits& limits, const ChainOptions& options);
  ~ChainSolver() override;

  Solution check(const Query& query) override;
  const SolverStatistics& statistics() const override;
  // Of all queries together, as layers report them to the meter.
  uint64_t steps() const { return steps_; }

 private:
  void build(const ChainOptions& options);
  template <typename L, typename... Arguments>
  void prepend(bool wanted, Arguments&&... arguments);
  void start(const Query& query);
  void check_prefix();
  bool verify();
  Solution finish(const Query& query);

  ExprPool& pool_;
  SolverLimits limits_;
  bool slices_, polishes_;
  Literals literals_;
  PathIndex path_;
  DenseModel hint_;
  Meter meter_;
  ModelEvaluator hint_evaluator_;  // under the hint; lives as long as the hint stays the same
  ModelEvaluator evaluator_;       // under candidates
  Polisher polisher_;
  Problem problem_;
  Verdict verdict_;
  size_t hint_checked_ = 0;         // the positions of the path below this were evaluated
  std::vector<uint32_t> violated_;  // and these of them do not hold
  std::vector<std::unique_ptr<Layer>> layers_;  // last first
  uint64_t rejected_ = 0;
  uint64_t put_off_ = 0;
  uint64_t steps_ = 0;
  mutable SolverStatistics statistics_;
};

}  // namespace cuttle
