// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "languages/prolog/shadow/skeleton.h"

namespace cuttle::prolog {

// One condition on the inputs: "symbol S stands at position P" (kept apart because knowledge about
// symbols decides most of them without a solver), or any other expression.
struct Condition {
  ExprId expr;              // set for a general condition
  PositionId position = 0;  // otherwise
  unsigned symbol = 0;
};

// What has to hold for a unification to succeed: all of the conditions.
struct Literal {
  bool impossible = false;
  std::vector<Condition> conditions;

  bool is_constant() const { return impossible || conditions.empty(); }
};

}  // namespace cuttle::prolog
