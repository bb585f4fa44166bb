// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unordered_map>
#include <vector>

#include "engine/solver/layer.h"
#include "engine/solver/model_evaluator.h"

namespace cuttle {

// Looks for a model of constraints over floats by descent: how far a model is from satisfying them
// is measured in representable numbers, and variables are moved by powers of two in the order of
// the floats. Finds within milliseconds what bit-blasting a few multiplications of doubles takes
// seconds for; says nothing about what has no model.
class FloatSearchLayer : public Layer {
 public:
  FloatSearchLayer(ModelEvaluator& evaluator, Layer* next)
      : Layer("floats", next), evaluator_(evaluator) {}
  void solve(Problem& problem, Verdict& out) override;

 private:
  struct Unknown {
    VarId variable;
    unsigned width;
    bool is_float;  // its bits are those of a float: neighbours are counted among floats
    uint64_t bits;
  };

  bool find_unknowns(const Problem& problem);
  bool descend(const Problem& problem);
  double distance(const Problem& problem);
  double distance(const Problem& problem, ExprId e, bool wanted);
  double compute_distance(const Problem& problem, ExprId e, bool wanted);
  double gap(const ExprPool& pool, ExprId a, ExprId b);
  bool improve(const Problem& problem, Unknown& unknown, double& best);

  ModelEvaluator& evaluator_;
  std::vector<Unknown> unknowns_;
  std::vector<uint64_t> starts_;  // constants of the constraints, as bits
  uint64_t evaluations_ = 0;
  std::unordered_map<uint64_t, double> known_;  // in this evaluation: of shared conditions
  uint64_t& tried_ = counter("tried");
  uint64_t& found_ = counter("found");
};

}  // namespace cuttle
