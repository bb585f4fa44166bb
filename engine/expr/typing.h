// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/expr/pool.h"

namespace cuttle {

// The sort of `op` applied to arguments of these sorts, for the operations where it follows from
// them. `b` is ignored by unary operations.
Sort result_sort(Op op, Sort a, Sort b);

// Whether the arguments and the result of `node` have the sorts that its operation demands.
bool well_typed(const ExprPool& pool, const ExprNode& node);

}  // namespace cuttle
