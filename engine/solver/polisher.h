// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solver/layer.h"
#include "engine/solver/model_evaluator.h"

namespace cuttle {

// Makes models pleasant: variables go back to the hint's values where the constraints allow it,
// others get small values, as far as that is cheap to find out.
class Polisher {
 public:
  explicit Polisher(ModelEvaluator& evaluator) : evaluator_(evaluator) {}

  // `verdict` is sat and its changes satisfy the constraints; afterwards they still do.
  void polish(const Problem& problem, Verdict& verdict);
  // What changed, and not to zero, gets its preferred value where the constraints allow it.
  void prefer(const Problem& problem, const Assignment& preferred, Verdict& verdict);

 private:
  bool holds(const Problem& problem, const Verdict& verdict);
  void keep_goals(const Problem& problem, Verdict& verdict);
  bool try_undo(const Problem& problem, Verdict& verdict, size_t i);
  void undo_needless(const Problem& problem, Verdict& verdict);
  void make_small(const Problem& problem, Verdict& verdict);

  ModelEvaluator& evaluator_;
  Verdict kept_;
  uint64_t step_limit_ = 0;
};

}  // namespace cuttle
