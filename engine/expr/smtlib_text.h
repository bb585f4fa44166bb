// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/expr/pool.h"

namespace cuttle {

// A stretch of SMT-LIB text, or (when `expr` is set) the place where an expression goes.
struct SmtPiece {
  std::string text;
  ExprId expr;
};

std::string smtlib_sort(Sort sort);
std::string smtlib_value(const Value& value);
// A symbol for a variable of that name; different names give different symbols.
std::string smtlib_name(std::string_view name);
// How one expression is written in terms of its arguments; `bits` stands for the bit pattern of
// f_to_bits, which standard SMT-LIB cannot express.
std::vector<SmtPiece> smtlib_pieces(const ExprPool& pool, ExprId e, const std::string& bits);
// Whether smtlib_pieces() mentions arguments more than once, so that they need names.
bool smtlib_repeats_arguments(const ExprPool& pool, ExprId e);

}  // namespace cuttle
