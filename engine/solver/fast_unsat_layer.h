// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solver/layer.h"

namespace cuttle {

// Sees at a glance that the goal is the negation of something in the prefix, or that it contradicts
// the range of its terms there.
class FastUnsatLayer : public Layer {
 public:
  explicit FastUnsatLayer(Layer* next) : Layer("fast_unsat", next) {}
  void solve(Problem& problem, Verdict& out) override;

 private:
  uint64_t& by_negation_ = counter("negation");
  uint64_t& by_range_ = counter("range");
};

}  // namespace cuttle
