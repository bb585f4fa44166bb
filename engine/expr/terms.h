// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/expr/sort.h"

namespace cuttle {

// Algebraic data for languages whose values are terms. A datatype is declared in a pool by its name
// and may get constructors at any time (a program's atoms are met one by one), so no rule may
// assume that the known constructors are all. Fields may be of the datatype itself:
//
//   Sort list = pool.datatype("list");
//   uint32_t nil = pool.add_constructor(list, {"nil", {}});
//   uint32_t cons = pool.add_constructor(list, {"cons", {{"head", Sort::integer()}, {"tail",
//   list}}}); ExprId x = pool.variable("x", list); pool.and_(pool.term_is(x, cons),
//   pool.eq(pool.term_select(x, cons, 0), seven));
//
// Selecting a field of another constructor gives the zero of the field's sort; what that is for a
// field that is a term itself is left open.
struct TermField {
  std::string name;
  Sort sort;
  friend bool operator==(const TermField&, const TermField&) = default;
};

struct TermConstructor {
  std::string name;
  std::vector<TermField> fields;
};

struct Datatype {
  std::string name;
  std::vector<TermConstructor> constructors;
};

}  // namespace cuttle
