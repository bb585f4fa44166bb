// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "engine/solver/range.h"
#include "engine/solver/word_step.h"

namespace cuttle {

// Intervals and known bits of all terms, from arguments to results and back, until nothing changes
// (floats only get them from their arguments): an empty range is a contradiction. Otherwise tries
// the hint moved into the ranges.
class Ranges : public WordStep {
 public:
  bool solve(WordContext& context) override;

  // Only the ranges. False when they show a contradiction.
  bool propagate(const Problem& problem);
  // After that: the range of a term of the problem; everything when it was not looked at.
  Range range_of_term(const ExprPool& pool, ExprId term) const;

 private:
  static constexpr size_t max_nodes = 3'000;
  static constexpr unsigned max_rounds = 4;
  static constexpr size_t max_elements = 1024;         // of one look-up
  static constexpr size_t max_all_elements = 200'000;  // of all of them together

  bool collect(const Problem& problem);
  bool forward(const Problem& problem);
  bool backward(const Problem& problem);
  Range lookup(const ExprPool& pool, const ExprNode& node);
  // The range of an argument; what is not tracked can be anything.
  Range range_of(ExprId e) const;
  Range* slot(ExprId e);
  bool try_hint(WordContext& context);

  std::vector<uint32_t> slots_;  // by expression: index in nodes_ + 1, for those of this query
  std::vector<ExprId> nodes_;    // ascending, so arguments come first
  std::vector<Range> ranges_;    // of nodes_
  std::vector<ExprId> stack_;
  size_t elements_ = 0;  // of look-ups, seen in this query
  bool is_complete_ = false, changed_ = false;
};

}  // namespace cuttle
