// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/solver/literals.h"
#include "engine/solver/range.h"

namespace cuttle {

// The ranges that the constraints of a path put on its terms directly (`x + y < 10` bounds the term
// `x + y`), with undo. Terms of more than 64 bits have no range.
class Bounds {
 public:
  explicit Bounds(ExprPool& pool) : pool_(pool) {}

  // Takes in the constraint at `position`, which must not be implied yet. When it is the tighter
  // version of an earlier one
  // (`x < 5` after `x < 10`), returns that one's position; otherwise `none`.
  static constexpr uint32_t none = ~0u;
  uint32_t add(const LiteralInfo& info, uint32_t position);

  // Can the constraint not hold here; must it hold here?
  bool contradicts(const LiteralInfo& info) const;
  bool implies(const LiteralInfo& info) const;

  // Has one of its terms no value left?
  bool is_empty(const LiteralInfo& info) const;

  // Everything, when nothing is known. False for terms that have no range.
  bool range_of(ExprId term, Range& out) const;

  uint32_t mark() const { return static_cast<uint32_t>(undo_.size()); }
  void undo_to(uint32_t mark);

 private:
  enum Side { above, below, signed_above, signed_below };
  struct Slot {
    Range range;
    std::array<uint32_t, 4> givers{none, none, none, none};  // the constraint of each side
  };
  struct Undo {
    uint32_t slot;
    Slot old;
  };

  Slot& open(ExprId term);
  bool narrow_constant(ExprId e, uint64_t& value) const;
  void limit(ExprId term, const Range& range);
  void note_first_giver(ExprId term, Side side, uint32_t position);
  uint32_t note_giver(ExprId term, Side side, uint32_t position);

  ExprPool& pool_;
  std::vector<uint32_t> slot_of_;  // by expression: slot + 1
  std::vector<Slot> slots_;
  std::vector<Undo> undo_;
};

}  // namespace cuttle
