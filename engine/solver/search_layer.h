// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/solver/domains.h"
#include "engine/solver/layer.h"
#include "engine/solver/meet_in_the_middle.h"

namespace cuttle {

// Tries values, millions of them, where that is a better idea than reasoning: all combinations when
// the variables have few values left, a hash from both ends, and some combinations of the variables
// of the goal. The work is bounded.
class SearchLayer : public Layer {
 public:
  SearchLayer(ModelEvaluator& evaluator, Layer* next)
      : Layer("search", next), evaluator_(evaluator) {}
  void solve(Problem& problem, Verdict& out) override;

 private:
  bool settle(WordContext& context);
  // All combinations, or `max_combinations` of them. True when that settles the query.
  bool enumerate(WordContext& context, const std::vector<const Domain*>& chosen,
                 uint64_t max_combinations);
  bool enumerate_all(WordContext& context);
  bool sample(WordContext& context);

  ModelEvaluator& evaluator_;
  Domains domains_;
  LaneProgram program_;
  MeetInTheMiddle meet_;
  uint64_t& calls_ = counter("calls");
  uint64_t& empty_ = counter("empty_unsat");
  uint64_t& all_sat_ = counter("all_sat");
  uint64_t& all_unsat_ = counter("all_unsat");
  uint64_t& meet_sat_ = counter("meet_sat");
  uint64_t& meet_unsat_ = counter("meet_unsat");
  uint64_t& sample_sat_ = counter("sample_sat");
};

}  // namespace cuttle
