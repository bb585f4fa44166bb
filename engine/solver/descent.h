// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/solver/lane_program.h"

namespace cuttle {

// A term taken apart from the outside to the inside, as far as each step can be undone once the
// other operands are known: sums (with odd factors), exclusive ors, and `x ^ x >> k`. Hashes
// are made of such steps: `((h ^ a) * p ^ b) * p` gives b, then a, then h.
class Descent {
 public:
  enum class Kind : uint8_t { sum, exclusive_or, fold_right, fold_left };
  struct Part {
    ExprId term;
    uint64_t factor = 1;
  };
  // constant + the sum of factor * term, or the exclusive or of all, or x ^ x >> shift.
  struct Step {
    Kind kind = Kind::sum;
    unsigned shift = 0;
    uint64_t constant = 0;
    std::vector<Part> parts;  // the last one is what the next step takes apart
  };

  // The descent of a - b, which is to be 0.
  Descent(ExprPool& pool, ExprId a, ExprId b);

  const std::vector<Step>& steps() const { return steps_; }
  unsigned width() const { return width_; }

  // Undoes a step in all lanes: from its value to that of its last part. `sides` are the values of
  // the other parts.
  using Lanes = LaneProgram::Lanes;
  void undo(const Step& step, const std::vector<const Lanes*>& sides, Lanes& value) const;
  // The same, but only for the first `sides.size()` parts: what is left is what the others add up
  // to.
  void take_away(const Step& step, const std::vector<const Lanes*>& sides, Lanes& value) const;
  // What the parts from `first` on add up to.
  void add_up(const Step& step, size_t first, const std::vector<const Lanes*>& parts,
              Lanes& value) const;

 private:
  static constexpr size_t max_pieces = 200;      // of one step, and steps
  static constexpr size_t max_all_pieces = 600;  // of all steps together

  bool descend(ExprPool& pool, ExprId term);
  bool fold(ExprPool& pool, ExprId term, Step& step) const;
  bool exclusive_or(ExprPool& pool, ExprId term, Step& step) const;
  bool sum(ExprPool& pool, ExprId a, ExprId b, Step& step) const;

  unsigned width_;
  size_t pieces_ = 0;
  std::vector<Step> steps_;
};

}  // namespace cuttle
