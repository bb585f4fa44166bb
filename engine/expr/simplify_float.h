// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/expr/pool.h"

// What the rules for float operations share.
namespace cuttle {

// f_eq, f_lt, f_le: converted integers are compared as integers.
ExprId simplify_float_compare(ExprPool& pool, const ExprNode& n);

bool is_from_integer(const ExprPool& pool, ExprId e);
// Whether every integer of this many bits is a float of the format.
bool holds_integers(unsigned format, unsigned bits);

}  // namespace cuttle
