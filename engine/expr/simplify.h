// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/expr/pool.h"

namespace cuttle {

// The word-level rewriting rules that ExprPool applies to each expression before storing it; one
// function per group of operations. Each gets an expression that is well typed, has an argument
// that is not constant, and whose commutative arguments are in order (a constant comes second); it
// returns an equivalent expression that is cheaper for the solver, or none when no rule applies.
//
// A rule makes at most a few new expressions, and none before it is certain to use them; what it
// makes is closer to the normal form (docs/expressions.md), so that rewriting ends.
ExprId simplify(ExprPool& pool, const ExprNode& n);

ExprId simplify_bool(ExprPool& pool, const ExprNode& n);     // not, and, or, xor
ExprId simplify_ite(ExprPool& pool, const ExprNode& n);      // ite
ExprId simplify_lifted(ExprPool& pool, const ExprNode& n);   // anything over ite of constants
ExprId simplify_eq(ExprPool& pool, const ExprNode& n);       // eq
ExprId simplify_order(ExprPool& pool, const ExprNode& n);    // bv_ult, bv_ule, bv_slt, bv_sle
ExprId simplify_logic(ExprPool& pool, const ExprNode& n);    // bv_not, bv_and, bv_or, bv_xor
ExprId simplify_sum(ExprPool& pool, const ExprNode& n);      // bv_neg, bv_add, bv_sub
ExprId simplify_product(ExprPool& pool, const ExprNode& n);  // bv_mul
ExprId simplify_divide(ExprPool& pool, const ExprNode& n);   // divisions and remainders
ExprId simplify_shift(ExprPool& pool, const ExprNode& n);    // shifts
ExprId simplify_concat(ExprPool& pool, const ExprNode& n);   // bv_concat
ExprId simplify_extract(ExprPool& pool, const ExprNode& n);  // bv_extract
ExprId simplify_extend(ExprPool& pool, const ExprNode& n);   // bv_zext, bv_sext
ExprId simplify_lookup(ExprPool& pool, const ExprNode& n);   // lookup
ExprId simplify_float(ExprPool& pool, const ExprNode& n);    // the f_ group
ExprId simplify_int(ExprPool& pool, const ExprNode& n);      // the int_ group and conversions

}  // namespace cuttle
