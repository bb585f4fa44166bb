// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/solver/layer.h"
#include "engine/solver/path_index.h"

namespace cuttle {

// Keeps what depends on the goal: constraints that share variables with it, directly or through
// others. The rest holds under the hint and is not touched. Constraints that others imply are
// dropped.
class SliceLayer : public Layer {
 public:
  explicit SliceLayer(Layer* next) : Layer("slice", next) {}
  void solve(Problem& problem, Verdict& out) override;

 private:
  PathIndex::Slice slice_;
  std::vector<LiteralCode> goal_codes_;
  uint64_t& seen_ = counter("seen");          // constraints of the prefixes
  uint64_t& kept_ = counter("kept");          // passed on
  uint64_t& subsumed_ = counter("subsumed");  // in the slice, but implied
};

// Puts the whole prefix into the problem: what the chain does without a SliceLayer.
void keep_everything(Problem& problem);

}  // namespace cuttle
