// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "languages/erlang/replay/model.h"

namespace cuttle::erlang::replay {

// All elements that a list can have: each with the condition that the list is so long. `ends` has
// by length the condition that it ends there properly.
struct Walk {
  std::vector<Alt> items;
  std::vector<ExprId> ends;
  ExprId proper;
};
Walk walk(Shadow& shadow, Cell list);

// The elements of a proper list, by a choice of its length; nothing: it is none.
std::optional<std::vector<Cell>> spine(Shadow& shadow, Cell list);
// The elements of a tuple, by a choice of its size.
std::optional<std::vector<Cell>> tuple_items(Shadow& shadow, Cell tuple);

}  // namespace cuttle::erlang::replay
