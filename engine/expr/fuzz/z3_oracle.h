// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <z3++.h>

#include <optional>
#include <string>

#include "engine/expr/assignment.h"
#include "engine/expr/pool.h"

namespace cuttle {

// Z3's opinion on expressions, which it reads through our SMT-LIB printer.
class Z3Oracle {
 public:
  // A time limit in milliseconds for proofs.
  explicit Z3Oracle(unsigned timeout);

  z3::expr read(const ExprPool& pool, ExprId e);

  // Whether `e` has value `expected` under `assignment`; nothing when Z3 does not say.
  std::optional<bool> has_value(const ExprPool& pool, z3::expr e, const Assignment& assignment,
                                const Value& expected);
  // Whether both are equal under every assignment.
  std::optional<bool> always_equal(const z3::expr& a, const z3::expr& b);

 private:
  z3::expr parse(const std::string& declarations, const std::string& sort, const std::string& term);

  z3::context context_;
  unsigned timeout_;
};

}  // namespace cuttle
