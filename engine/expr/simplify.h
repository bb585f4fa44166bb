// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/expr/pool.h"

namespace cuttle {

// The word-level rewriting rules that ExprPool applies to each expression before storing it; one
// function (and file) per concept. Each gets an expression that is well typed, not constant, and
// whose commutative arguments are in order (a constant comes second); it returns an equivalent
// expression that is cheaper for the solver, or none when no rule applies.
//
// A rule makes at most a few new expressions, never one per node of its argument, and must bring
// its result closer to the normal form, so that rewriting ends.
ExprId simplify(ExprPool& pool, const ExprNode& n);

ExprId simplify_bool(ExprPool& pool, const ExprNode& n);  // not, and, or, xor

}  // namespace cuttle
