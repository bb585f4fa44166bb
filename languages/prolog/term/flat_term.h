// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "languages/prolog/term/store.h"

namespace cuttle::prolog {

// A term outside of the heap: survives backtracking (answers of findall, exceptions, global
// variables). Cells of the copy are laid out as on the heap, with indices relative to its start.
// Symbolic cells are copied as they are: they mean the same for the whole run.
class FlatTerm {
 public:
  FlatTerm() = default;
  // With `attributes`, attributed variables keep them; otherwise they become plain variables.
  static FlatTerm copy(const Store& store, Cell term, bool attributes = true);

  Cell build(Store& store) const;  // a fresh copy on the heap
  bool empty() const { return cells_.empty() && root_ == 0; }
  size_t words() const { return cells_.size(); }

 private:
  Cell root_ = 0;
  std::vector<Cell> cells_;
};

}  // namespace cuttle::prolog
