// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/solver/descent.h"
#include "engine/solver/domains.h"
#include "engine/solver/word_step.h"

namespace cuttle {

// Equalities with a hash, `((h ^ a) * p ^ b) * p == c`: takes the term apart from the outside with
// all values of some outer variables, and puts it together from the inside with all values of some
// inner ones. Where both meet there is a solution; 2^16 values on each side are as good as
// 2^32 guesses. Variables that neither side tries keep the hint's values.
//
// Checksums that add up what single variables contribute need no taking apart: the sides are
// computed one at a time, and the contributions must add up to what is wanted.
class MeetInTheMiddle {
 public:
  // Settles the query and returns true, or returns false.
  bool solve(WordContext& context, const Domains& domains);

 private:
  // Between the parts below `part` of step number `step` and everything further in.
  struct Cut {
    size_t step = 0, part = 0;
    std::vector<const Domain*> outer, inner;  // the variables that are tried
    double outer_bits = 0, inner_bits = 0;
    bool complete = false;  // these are all variables, with all their values
  };

  bool solve_chain(WordContext& context, const Domains& domains, ExprId a, ExprId b);
  bool choose_cut(WordContext& context, const Descent& descent, const Domains& domains, Cut& best);
  Cut make_cut(ExprPool& pool, const Descent& descent, const Domains& domains, size_t step,
               size_t part) const;
  enum class Combine { sum, exclusive_or };
  bool solve_checksum(WordContext& context, const Domains& domains, ExprId a, ExprId b,
                      Combine how);
  bool meet_checksum(WordContext& context, const Cut& cut, ExprId a, ExprId b, Combine how);
  bool is_checksum(WordContext& context, const Cut& cut, ExprId a, ExprId b, Combine how);
  bool fill_table(WordContext& context, const Descent& descent, const Cut& cut);
  bool search(WordContext& context, const Descent& descent, const Cut& cut);
  void undo_block(const Descent& descent, const Cut& cut, Descent::Lanes& value);
  bool try_matches(WordContext& context, const Cut& cut, const Odometer& outer, uint64_t index,
                   uint64_t value);
  bool compile(WordContext& context, std::span<const ExprId> roots,
               const std::vector<const Domain*>& domains);
  uint64_t affordable_outer() const;
  void clear_table();
  void insert(uint64_t value, uint32_t index);

  struct Entry {
    uint64_t value = 0;
    uint32_t index = 0;  // of the inner combination, plus one
  };
  LaneProgram program_;
  std::vector<uint64_t> filter_;  // bits: may the value be in the table?
  std::vector<Entry> table_;      // open addressing
  std::vector<const Descent::Lanes*> sides_;
  WordChanges changes_;
  uint64_t candidates_ = 0;
};

}  // namespace cuttle
