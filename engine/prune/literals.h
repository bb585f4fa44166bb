// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/expr/pool.h"

namespace cuttle {

// Cheap relations between conditions: about one term compared with constants. `false` means "not
// that we knew".
bool surely_implies(const ExprPool& pool, ExprId a, ExprId b);

// For a condition `variable == constant`: the variable; otherwise nothing.
struct Pinned {
  ExprId variable, constant;
};
Pinned pinned_by(const ExprPool& pool, ExprId condition);

}  // namespace cuttle
