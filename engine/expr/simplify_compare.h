// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/expr/pool.h"

// What the rules for equality and for order share.
namespace cuttle {

// The arguments of two extensions of one kind, brought to the same, smallest width.
struct AlignedPair {
  ExprId a, b;
};
AlignedPair aligned_arguments(ExprPool& pool, ExprId a, ExprId b);

// A comparison (eq, bv_ult, bv_slt, ...) of ite(c, x, y) with a constant, when x or y is a
// constant: the condition decides one side.
ExprId compare_ite(ExprPool& pool, const ExprNode& n);

// Whether `k` is above the largest value that `e` can have (unsigned), as far as a short look at
// `e` tells.
bool exceeds_bound(const ExprPool& pool, ExprId e, ExprId k);

// a == b on unbounded integers, where b may be constant.
ExprId simplify_int_eq(ExprPool& pool, ExprId a, ExprId b);

}  // namespace cuttle
