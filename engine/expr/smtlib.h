// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "engine/expr/pool.h"

namespace cuttle {

// One expression as an SMT-LIB 2.6 term; shared nodes are bound by `let`.
std::string to_smtlib(const ExprPool& pool, ExprId e);

// A whole script: declarations, one assert per constraint, check-sat. Any SMT solver can read it.
void write_smtlib_script(std::ostream& out, ExprPool& pool, std::span<const ExprId> constraints);

}  // namespace cuttle
