// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/term/skeleton.h"

namespace cuttle::term {

// One condition on the inputs: "symbol S stands at position P" (kept apart because knowledge about
// symbols decides most of them without a solver), or any other expression.
struct Condition {
  ExprId expr;              // set for a general condition
  PositionId position = 0;  // otherwise
  unsigned symbol = 0;
};

// What has to hold for a pattern to match: all of the conditions.
struct Literal {
  bool impossible = false;
  std::vector<Condition> conditions;

  bool is_constant() const { return impossible || conditions.empty(); }
};

}  // namespace cuttle::term
