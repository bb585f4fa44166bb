// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "languages/prolog/term/flat_term.h"
#include "languages/prolog/term/store.h"

namespace cuttle::prolog {

// What a control construct at the head of a list of goals means: which lists of goals are tried
// instead, in order, and which older alternatives are given up. Levels are heights of the stack of
// alternatives.
struct ControlStep {
  std::vector<FlatTerm> branches;
  std::optional<size_t> cut_to;  // alternatives from there on are forgotten
  std::optional<size_t> forget;  // only that one: the condition of *-> has an answer
  bool conditional = false;      // the second branch is for when the first has no answer
};

class ControlReader {
 public:
  explicit ControlReader(Store& store) : store_(store) {}

  // None when the first goal is no control construct. `level`: where its alternatives will be.
  std::optional<ControlStep> read(const FlatTerm& goals, size_t level);
  // The body of a clause, or a goal that is called, with its cuts made explicit.
  Cell with_level(Cell body, size_t level);
  // Does the body cut to that level?
  bool cuts(Cell body, size_t level) const;

 private:
  std::optional<ControlStep> construct(const std::string& name, Cell goal, Cell rest, size_t level);
  ControlStep branch(Cell goal, Cell rest, size_t level);
  Cell then(Cell first, Cell second);
  Cell marker(const char* name, size_t level);
  Cell extended(Cell goal, Cell call) const;

  Store& store_;
};

}  // namespace cuttle::prolog
